import { useMutation } from '@tanstack/react-query';
import type { RequestInput } from '#shared/contract/index.ts';
import { api } from '../../../lib/api.ts';
import { showError } from '../../../lib/toast.ts';

export type NewInvoice = RequestInput<'invoices.create'> & { idempotencyKey: string };

/** Creates an invoice. The progress dialog reports success, once the PDF is there. */
export const useCreateInvoice = () =>
  useMutation({
    mutationFn: (invoice: NewInvoice) => api.invoices.create(invoice),
    onError: showError('Error creating invoice'),
  });
