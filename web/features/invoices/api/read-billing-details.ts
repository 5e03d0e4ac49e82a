import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** The kind of invoice that is issued now, and how it is paid. */
export const billingDetailsQuery = queryOptions({
  queryKey: ['invoices', 'billing'],
  queryFn: ({ signal }) => api.invoices.billing({ signal }),
});
