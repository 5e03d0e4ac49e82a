import type { QueryClient } from '@tanstack/react-query';
import type { PasskeyOffer } from '#shared/contract/auth.ts';
import { authOptionsQuery } from '../reads/auth-options-query.ts';

export const NO_PASSKEYS_HERE = 'Passkeys do not work at this address of the portal.';

/** A challenge that is older could end while the browser asks for the passkey. */
export const OFFER_FRESH_MS = 240_000;

/** Returns a challenge that is fresh enough to ask with. */
export const readOffer = async (queryClient: QueryClient): Promise<PasskeyOffer> => {
  const { passkeys } = await queryClient.fetchQuery({ ...authOptionsQuery, staleTime: OFFER_FRESH_MS });
  if (!passkeys) {
    throw new Error(NO_PASSKEYS_HERE);
  }

  return passkeys;
};

/** Notes that a challenge is used up; `active` takes another one at once for a page that waits with one. */
export const dropOffer = (queryClient: QueryClient, refetchType: 'none' | 'active' = 'none'): Promise<void> =>
  queryClient.invalidateQueries({ ...authOptionsQuery, refetchType });
