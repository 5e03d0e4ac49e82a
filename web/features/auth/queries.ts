import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/reads/api.ts';

/** The ways to sign in; they never change while the page is open. */
export const authOptionsQuery = queryOptions({
  queryKey: ['auth-options'],
  queryFn: ({ signal }) => api.auth.options({ signal }),
});
