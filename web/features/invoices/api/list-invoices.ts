import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { INVOICE_LISTS_KEY } from '../../../lib/client-key.ts';

export const invoiceListQuery = (userId: number) =>
  queryOptions({
    queryKey: [...INVOICE_LISTS_KEY, userId],
    queryFn: ({ signal }) => api.invoices.list({ params: { userId }, signal }),
  });
