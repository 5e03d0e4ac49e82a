import {
  browserSupportsWebAuthnAutofill,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type { PasskeyOffer } from '#shared/contract/auth.ts';
import type { Assertion, Attestation, CreationOptions } from '#shared/contract/factors.ts';
import { NO_PASSKEYS_HERE } from './passkey-offer.ts';

/*
 * All that needs the WebAuthn package; it is loaded when it is used (web/lib/passkeys/passkeys.ts). A ceremony that
 * starts ends the one that waits, such as the autofill of the sign-in page.
 */

/** As long as the challenge holds. */
const TIMEOUT_MS = 300_000;

/** Words by the codes of the package and the names of the browser's errors. */
const WORDS: Record<string, string> = {
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'This device has a passkey for your account already.',
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT:
    'This device has no screen lock. Set up a PIN, fingerprint or face on it first.',
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: 'This security key cannot keep a passkey.',
  ERROR_INVALID_DOMAIN: NO_PASSKEYS_HERE,
  ERROR_INVALID_RP_ID: NO_PASSKEYS_HERE,
  NotAllowedError: 'The passkey was not confirmed. Try again, or choose another way.',
};

/** Words what the browser throws. */
const reword = (error: Error): never => {
  const said = (error instanceof WebAuthnError && WORDS[error.code]) || WORDS[error.name];

  throw new Error(said ?? 'This browser could not use a passkey.', { cause: error });
};

interface Asking {
  /** True to wait until the person picks a passkey among what the browser fills in. */
  isAutofill?: boolean;
}

export const ask = async (
  { challenge, rpId }: PasskeyOffer,
  { isAutofill = false }: Asking = {},
): Promise<Assertion> => {
  const { id, rawId, response } = await startAuthentication({
    optionsJSON: { challenge, rpId, userVerification: 'required', timeout: TIMEOUT_MS },
    useBrowserAutofill: isAutofill,
  }).catch(reword);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;

  return {
    id,
    rawId,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
};

export const make = async (options: CreationOptions): Promise<Attestation> => {
  const { id, rawId, response } = await startRegistration({
    optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
  }).catch(reword);
  const { clientDataJSON, attestationObject, transports } = response;

  return {
    id,
    rawId,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
  };
};

export const canAutofill = (): Promise<boolean> => browserSupportsWebAuthnAutofill().catch(() => false);

export const endAsking = (): void => WebAuthnAbortService.cancelCeremony();

/** A signal is a favour to the person's list of passkeys: a browser that cannot pass it on is not in trouble. */
const signal = (told: Parameters<typeof sendSignal>[0]): Promise<void> =>
  sendSignal(told).catch(() => undefined);

/** Tells the browser that the portal does not know this passkey, so that it is not offered again. */
export const tellUnknown = (rpId: string, credentialId: string): Promise<void> =>
  signal({ signalName: 'unknownCredential', rpID: rpId, credentialID: credentialId });

export const tellAccepted = (rpId: string, handle: string, credentialIds: string[]): Promise<void> =>
  signal({
    signalName: 'allAcceptedCredentials',
    rpID: rpId,
    userID: handle,
    allAcceptedCredentialIDs: credentialIds,
  });
