import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { InvoiceProgress } from '#shared/contract/invoices.ts';
import { api } from '../../lib/api.ts';
import { nextReadMs } from './progress-polling.ts';

/** Query key of the lists of all clients. */
export const INVOICE_LISTS_KEY = ['invoices', 'list'] as const;

export const invoiceListQuery = (userId: number) =>
  queryOptions({
    queryKey: [...INVOICE_LISTS_KEY, userId],
    queryFn: ({ signal }) => api.invoices.list({ params: { userId }, signal }),
  });

/** An invoice with its lines, which never change. */
export const invoiceQuery = (invoiceId: number) =>
  queryOptions({
    queryKey: ['invoices', 'detail', invoiceId],
    queryFn: ({ signal }) => api.invoices.read({ params: { id: invoiceId }, signal }),
  });

/** On which invoices a month such as '2026-11' of the client's services stands. */
export const billedServicesQuery = (userId: number, month: string) =>
  queryOptions({
    queryKey: ['services', 'billed', userId, month],
    queryFn: ({ signal }) => api.services.billed({ params: { User_Id: userId }, query: { month }, signal }),
  });

/** The kind of invoice that is issued now, and how it is paid. */
export const billingDetailsQuery = queryOptions({
  queryKey: ['invoices', 'billing'],
  queryFn: ({ signal }) => api.invoices.billing({ signal }),
});

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
