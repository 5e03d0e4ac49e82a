import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** What the sign-in page offers; it never changes while the page is open. */
export const authOptionsQuery = queryOptions({
  queryKey: ['auth-options'],
  queryFn: ({ signal }) => api.auth.options({ signal }),
});
