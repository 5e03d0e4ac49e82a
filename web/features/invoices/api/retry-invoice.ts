import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { isConflict } from '../../../lib/api-error.ts';
import { showError } from '../../../lib/toast.ts';
import { invoiceProgressQuery, takeProgress } from './read-invoice-progress.ts';

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
