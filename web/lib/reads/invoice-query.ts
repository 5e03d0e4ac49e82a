import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** An invoice with its lines, which never change. Several areas show it. */
export const invoiceQuery = (invoiceId: number) =>
  queryOptions({
    queryKey: ['invoices', 'detail', invoiceId],
    queryFn: ({ signal }) => api.invoices.read({ params: { id: invoiceId }, signal }),
  });
