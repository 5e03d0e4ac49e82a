import { useMutation } from '@tanstack/react-query';
import type { Invoice, StatusChange } from '#shared/contract/invoices.ts';
import { api } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';

const STATUS_TOASTS = { paid: 'Invoice marked as paid', void: 'Invoice voided' } as const;

export const useSetInvoiceStatus = (onChanged?: (invoice: Invoice) => void) =>
  useMutation({
    mutationFn: ({ invoice, ...body }: { invoice: Invoice } & StatusChange) =>
      api.invoices.status({ params: { id: invoice.id }, body }),
    onSuccess: (invoice, { status }) => {
      toast({ title: STATUS_TOASTS[status], description: invoice.invoiceNumber, tone: 'success' });
      onChanged?.(invoice);
    },
  });
