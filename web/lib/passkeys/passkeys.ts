import type { QueryClient } from '@tanstack/react-query';
import type { PasskeyOffer } from '#shared/contract/auth.ts';
import type { Assertion, Attestation, CreationOptions } from '#shared/contract/factors.ts';
import { dropOffer, readOffer } from './passkey-offer.ts';

export const hasPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** Loads the code of passkeys, so that a click asks at once: a browser forgets the click while it waits. */
export const loadPasskeys = () => import('./web-authn.ts');

/** Asks the person for a passkey. Rejects with a sentence for people. */
export const startPasskey = async (offer: PasskeyOffer): Promise<Assertion> =>
  (await loadPasskeys()).ask(offer);

/** Makes a passkey in the person's device. Rejects with a sentence for people. */
export const makePasskey = async (options: CreationOptions): Promise<Attestation> =>
  (await loadPasskeys()).make(options);

/** Asks the person for a passkey with a fresh challenge, for a second step or for fresh proof. */
export const askForPasskey = async (queryClient: QueryClient): Promise<Assertion> => {
  const assertion = await startPasskey(await readOffer(queryClient));
  await dropOffer(queryClient);

  return assertion;
};
