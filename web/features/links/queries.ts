import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/reads/api.ts';
import { ApiError } from '../../lib/reads/api-error.ts';

const CHECKS = {
  reset: api.links['check-reset'],
  verification: api.links['check-verification'],
};

/** Asks whether the link of a mail still holds. It is forgotten with its page, because it names the token. */
export const linkCheckQuery = (purpose: keyof typeof CHECKS, token = '') =>
  queryOptions({
    queryKey: ['links', purpose, token],
    queryFn: async ({ signal }) => {
      await CHECKS[purpose]({ body: { token }, signal });
      return true;
    },
    enabled: token !== '',
    gcTime: 0,
  });

/** True if a link was used, has expired or was cut on its way (400). */
export const isGone = (error: Error | null): boolean =>
  error instanceof ApiError &&
  (error.status === 410 || (error.status === 400 && !error.fields.User_Pass_Bkp));
