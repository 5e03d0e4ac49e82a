import type { Assertion, Attestation } from '#shared/contract/factors.ts';
import type { StoredPasskey } from './database/factors/spent-factor.ts';

/** The domain that passkeys belong to. */
export interface PasskeyDomain {
  /** Undefined where the portal's host is an IP address, for which no browser makes a passkey. */
  rpId: string | undefined;
}

/** What is stored of a new passkey. */
export interface NewPasskey
  extends Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'counter' | 'isBackedUp'> {
  transports: string[];
}

/**
 * Checks what browsers answer about passkeys. An answer that is not right is undefined, whatever is wrong with it: another
 * challenge, origin or domain, a bad signature, an old counter, or a user whom the device did not verify.
 */
export interface Passkeys {
  /** Returns the challenge that an answer names, which is unchecked; undefined if it names none. */
  readChallenge(answer: Assertion | Attestation): string | undefined;
  checkAttestation(attestation: Attestation, challenge: string): Promise<NewPasskey | undefined>;
  checkAssertion(
    assertion: Assertion,
    challenge: string,
    stored: Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'counter'>,
  ): Promise<Pick<StoredPasskey, 'counter' | 'isBackedUp'> | undefined>;
}
