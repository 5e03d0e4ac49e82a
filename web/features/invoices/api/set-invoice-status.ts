import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Invoice } from '#shared/contract/invoices.ts';
import { api } from '../../../lib/api.ts';
import { refreshSummary } from '../../../lib/client-key.ts';
import { showError, toast } from '../../../lib/toast.ts';
import { invoiceListQuery } from './list-invoices.ts';

const STATUS_TOASTS = { paid: 'Invoice marked as paid', void: 'Invoice voided' } as const;

export const useSetInvoiceStatus = (userId: number) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: ({ invoice, status }: { invoice: Invoice; status: keyof typeof STATUS_TOASTS }) =>
      api.invoices.status({ params: { id: invoice.id }, body: { status } }),
    onSuccess: ({ invoiceNumber }, { status }) => {
      toast({ title: STATUS_TOASTS[status], description: invoiceNumber, tone: 'success' });
      refreshSummary(queryClient, userId);
      return queryClient.invalidateQueries(invoiceListQuery(userId));
    },
    onError: showError('Error updating invoice'),
  });
};
