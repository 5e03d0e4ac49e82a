import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** What kind of invoice is issued now, and how it is paid. */
export const billingDetailsQuery = queryOptions({
  queryKey: ['invoices', 'billing'],
  queryFn: ({ signal }) => api.invoices.billing({ signal }),
});
