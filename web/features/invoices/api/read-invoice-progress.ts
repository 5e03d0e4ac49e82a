import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { InvoiceProgress } from '#shared/contract/invoices.ts';
import { api } from '../../../lib/api.ts';
import { nextReadMs } from './progress-polling.ts';

/** Polls while the job is open. `watchedSince` is a time in ms. */
export const invoiceProgressQuery = (invoiceId: number, watchedSince: number) =>
  queryOptions({
    queryKey: ['invoices', 'progress', invoiceId],
    queryFn: ({ signal }) => api.invoices.progress({ params: { id: invoiceId }, signal }),
    refetchInterval: ({ state }) => nextReadMs(state, watchedSince),
  });

/** Stores a progress, and cancels a pending read, whose older answer would overwrite it. */
export const takeProgress = async (queryClient: QueryClient, progress: InvoiceProgress) => {
  const { queryKey } = invoiceProgressQuery(progress.invoiceId, 0);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, progress);
};
