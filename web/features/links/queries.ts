import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/reads/api.ts';
import { ApiError } from '../../lib/reads/api-error.ts';

const ofToken = { gcTime: 0 } as const;

/** Asks whether a link for a password still holds, and what it is for. Forgotten with its page, as it names the token. */
export const resetLinkQuery = (token = '') =>
  queryOptions({
    ...ofToken,
    queryKey: ['links', 'reset', token],
    queryFn: async ({ signal }): Promise<'invite' | 'reset'> =>
      (await api.links['check-reset']({ body: { token }, signal }))?.purpose ?? 'reset',
    enabled: token !== '',
  });

/** Asks whether a link that verifies an address still holds. */
export const verificationLinkQuery = (token = '') =>
  queryOptions({
    ...ofToken,
    queryKey: ['links', 'verification', token],
    queryFn: async ({ signal }) => {
      await api.links['check-verification']({ body: { token }, signal });
      return true;
    },
    enabled: token !== '',
  });

/** True if a link was used, has expired or was cut on its way (400). */
export const isGone = (error: Error | null): boolean =>
  error instanceof ApiError &&
  (error.status === 410 || (error.status === 400 && !error.fields.User_Pass_Bkp));
