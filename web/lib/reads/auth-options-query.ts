import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** What the portal offers to visitors, with a challenge for a passkey, which ends (web/lib/passkeys/). */
export const authOptionsQuery = queryOptions({
  queryKey: ['auth-options'],
  queryFn: ({ signal }) => api.auth.options({ signal }),
});
