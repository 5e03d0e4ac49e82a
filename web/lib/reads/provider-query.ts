import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** The company that runs the portal; it never changes while the page is open. */
export const providerQuery = queryOptions({
  queryKey: ['provider'],
  queryFn: ({ signal }) => api.invoices.provider({ signal }),
});
