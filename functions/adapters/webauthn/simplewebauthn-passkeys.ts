import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import {
  decodeAttestationObject,
  decodeClientDataJSON,
  isoBase64URL,
  parseAuthenticatorData,
} from '@simplewebauthn/server/helpers';
import type { Passkeys } from '#functions/ports/passkey-checks.ts';
import { PASSKEY_ALGORITHMS } from '#shared/contract/limits.ts';
import { findRpId } from './rp-id.ts';

/** The library throws at an answer that is not right; our part is complete before, so that nothing else is silenced. */
const orNothing = async <T>(check: () => Promise<T | undefined>): Promise<T | undefined> => {
  try {
    return await check();
  } catch {
    return undefined;
  }
};

/**
 * True of what a browser answers if it was asked for no statement about the device's maker. For other kinds the library
 * asks the makers' servers whether a certificate is revoked, for as long as that takes.
 */
const asksNobody = (attestationObject: string): boolean =>
  ['none', 'packed'].includes(decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('fmt'));

/** True of a passkey that its maker may copy to other devices, now or later. */
const mayBeSynced = (authenticatorData: string): boolean =>
  parseAuthenticatorData(isoBase64URL.toBuffer(authenticatorData)).flags.be;

/** Checks passkeys of the portal at this origin. */
export const makePasskeys = (portalOrigin: string): Passkeys => {
  const rpId = findRpId(portalOrigin);
  /** Undefined without a domain: every answer is then refused. */
  const expected = rpId && {
    expectedOrigin: portalOrigin,
    expectedRPID: rpId,
    requireUserVerification: true,
  };

  return {
    readChallenge: ({ response }) => {
      try {
        const { challenge } = decodeClientDataJSON(response.clientDataJSON);

        return typeof challenge === 'string' ? challenge : undefined;
      } catch {
        return undefined;
      }
    },

    checkAttestation: (attestation, challenge) =>
      orNothing(async () => {
        if (!expected || !asksNobody(attestation.response.attestationObject)) {
          return undefined;
        }
        const { transports = [], ...response } = attestation.response;
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          ...expected,
          response: { ...attestation, response },
          expectedChallenge: challenge,
          supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
        });
        // The id that is stored is the one that the authenticator has signed for.
        if (!verified || registrationInfo.credential.id !== attestation.id) {
          return undefined;
        }

        return {
          credentialId: registrationInfo.credential.id,
          publicKey: Buffer.from(registrationInfo.credential.publicKey).toString('base64url'),
          counter: registrationInfo.credential.counter,
          isBackedUp: registrationInfo.credentialBackedUp,
          transports,
        };
      }),

    checkAssertion: (assertion, challenge, { credentialId, publicKey, counter }) =>
      orNothing(async () => {
        if (!expected) {
          return undefined;
        }
        const { userHandle, ...response } = assertion.response;
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          ...expected,
          response: { ...assertion, response },
          expectedChallenge: challenge,
          credential: {
            id: credentialId,
            publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
            // Each copy of a synced passkey counts by itself, or not at all, and the library refuses an older count.
            counter: mayBeSynced(response.authenticatorData) ? 0 : counter,
          },
        });

        return verified
          ? { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp }
          : undefined;
      }),
  };
};
