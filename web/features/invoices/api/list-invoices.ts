import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** Query key of the lists of all clients. */
export const INVOICE_LISTS_KEY = ['invoices', 'list'] as const;

export const invoiceListQuery = (userId: number) =>
  queryOptions({
    queryKey: [...INVOICE_LISTS_KEY, userId],
    queryFn: ({ signal }) => api.invoices.list({ params: { userId }, signal }),
  });
