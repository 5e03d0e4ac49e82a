import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestInput } from '#shared/contract/index.ts';
import type { Invoice, StatusChange } from '#shared/contract/invoices.ts';
import type { BilledLine } from '#shared/errors.ts';
import { api } from '../../lib/api.ts';
import { ApiError, isConflict } from '../../lib/api-error.ts';
import { showError, toast } from '../../lib/toast.ts';
import { invoiceProgressQuery, takeProgress } from './queries.ts';

export type NewInvoice = RequestInput<'invoices.create'> & { idempotencyKey: string };

/** Returns the lines that a refusal names because their days are billed already; undefined for any other error. */
export const refusedAsBilled = (error: unknown): readonly BilledLine[] | undefined =>
  error instanceof ApiError && error.code === 'already_billed' ? error.lines : undefined;

/** Creates an invoice. The progress dialog reports success, once the PDF is there. */
export const useCreateInvoice = () =>
  useMutation({
    mutationFn: (invoice: NewInvoice) => api.invoices.create(invoice),
    // Lines that are billed already are asked about in the form.
    onError: (error) => {
      if (!refusedAsBilled(error)) {
        showError('Error creating invoice')(error);
      }
    },
  });

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

/** Makes a PDF again. A 409 means that it is being made or exists already; then its progress is read. */
export const useRetryInvoice = () => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: (invoiceId: number) => api.invoices.retry({ params: { id: invoiceId } }),
    onSuccess: (progress) => takeProgress(queryClient, progress),
    onError: (error, invoiceId) =>
      isConflict(error)
        ? queryClient.resetQueries(invoiceProgressQuery(invoiceId, 0))
        : showError('Error creating invoice')(error),
  });
};

export const useCancelInvoice = () => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: (invoiceId: number) => api.invoices.cancel({ params: { id: invoiceId } }),
    onSuccess: (progress) => {
      toast({
        title: 'PDF cancelled',
        description: `Invoice ${progress.invoiceNumber} keeps its number; 'Create PDF' makes its PDF later.`,
      });

      return takeProgress(queryClient, progress);
    },
  });
};
