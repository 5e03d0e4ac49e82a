import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';

/** What every check of a link has in common. It is forgotten with its page, because its key names the token. */
const checkOptions = (token: string) => ({ enabled: token !== '', gcTime: 0 });

/** Asks whether a link for a new password still holds, and for which address it is. */
export const resetCheckQuery = (token = '') =>
  queryOptions({
    queryKey: ['links', 'reset', token],
    queryFn: ({ signal }) => api.links['check-reset']({ body: { token }, signal }),
    ...checkOptions(token),
  });

/** Asks whether a link that verifies an address still holds. */
export const verificationCheckQuery = (token = '') =>
  queryOptions({
    queryKey: ['links', 'verification', token],
    queryFn: async ({ signal }) => {
      await api.links['check-verification']({ body: { token }, signal });
      return true;
    },
    ...checkOptions(token),
  });

/** True if a link was used, has expired or was cut on its way (400). */
export const isGone = (error: Error | null): boolean =>
  error instanceof ApiError &&
  (error.status === 410 || (error.status === 400 && !error.fields.User_Pass_Bkp));
