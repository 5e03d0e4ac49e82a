import { requireOwner } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { Stores } from '#functions/ports/database/database.ts';
import type { PasskeyDomain, Passkeys } from '#functions/ports/passkey-checks.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { UserAgents } from '#functions/ports/user-agents.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import { PRODUCT_NAME } from '#shared/brand.ts';
import type { Attestation, CreationOptions } from '#shared/contract/factors.ts';
import type { ResponseOf } from '#shared/contract/index.ts';
import { PASSKEY_ALGORITHMS, PASSKEYS_MAX } from '#shared/contract/limits.ts';
import { AppError } from '#shared/errors.ts';
import { type AddPorts, addFactor } from './add-factor.ts';
import { conflict, labelOf } from './factor-change.ts';
import { CHALLENGE_MS, makeChallenge, readChallenge, toUserHandle } from './passkey-challenge.ts';

const TOO_MANY = `An account has at most ${PASSKEYS_MAX} passkeys. Please delete one first.`;
const NO_DOMAIN = 'This portal has no domain, so that no browser makes a passkey for it.';
const NOT_ACCEPTED = 'This passkey was not accepted. Please try again.';
const REGISTERED_ALREADY = 'This passkey is registered already.';

interface OptionPorts {
  database: { factors: Pick<Stores['factors'], 'findPasskeyOwner'> };
  passkeyDomain: PasskeyDomain;
  sessionTokens: Pick<SessionTokens, 'fingerprint'>;
}

/**
 * Returns the options with which a browser makes a passkey for the caller. They name the passkeys of the account, because a
 * device that makes a second one of the same name forgets the first.
 */
export const readPasskeyOptions = async (
  { database: { factors }, passkeyDomain: { rpId }, sessionTokens }: OptionPorts,
  { userId, sessionId }: SessionUser,
  now: Date,
): Promise<CreationOptions> => {
  const { owNumber, handle, passkeys } = requireOwner(await factors.findPasskeyOwner(userId));
  if (passkeys.length >= PASSKEYS_MAX) {
    throw conflict(TOO_MANY);
  }
  if (rpId === undefined) {
    throw conflict(NO_DOMAIN);
  }
  const label = labelOf(owNumber);

  return {
    challenge: await makeChallenge(sessionTokens, now, sessionId),
    rp: { id: rpId, name: PRODUCT_NAME },
    user: { id: toUserHandle(handle), name: label, displayName: label },
    pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MS,
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({
      type: 'public-key',
      id: credentialId,
      transports,
    })),
  };
};

/** Names a passkey by the words of the browser and system that made it. */
const namePasskey = (userAgents: UserAgents, viewer: Pick<Viewer, 'userAgent'>): string => {
  const { browser, system } = userAgents.read(viewer.userAgent);

  return [browser, system].filter((word) => word !== null).join(' on ') || 'Passkey';
};

interface PasskeyPorts extends AddPorts {
  passkeys: Pick<Passkeys, 'readChallenge' | 'checkAttestation'>;
  userAgents: UserAgents;
  sessionTokens: AddPorts['sessionTokens'] & Pick<SessionTokens, 'isFingerprint'>;
}

/** Adds the passkey that the caller's browser made for a challenge of this session. */
export const addPasskey = async (
  { passkeys, userAgents, ...ports }: PasskeyPorts,
  { user, viewer }: { user: SessionUser; viewer: Viewer },
  attestation: Attestation,
  now: Date,
): Promise<ResponseOf<'factors.add-passkey'>> => {
  const text = passkeys.readChallenge(attestation);
  const challenge =
    text === undefined ? undefined : await readChallenge(ports.sessionTokens, text, now, user.sessionId);
  const made = text && challenge && (await passkeys.checkAttestation(attestation, text));
  if (!made) {
    throw new AppError('invalid_request', NOT_ACCEPTED);
  }

  const { added, recoveryCodes } = await addFactor(
    ports,
    { user, viewer },
    {
      change: 'passkey-added',
      action: 'factors.add-passkey',
      write: async (factors, owner) => {
        if (owner.passkeys >= PASSKEYS_MAX) {
          throw conflict(TOO_MANY);
        }
        const passkey = await factors.addPasskey(
          user.userId,
          { ...made, name: namePasskey(userAgents, viewer), challenge },
          now,
        );
        if (!passkey) {
          throw conflict(REGISTERED_ALREADY);
        }

        return passkey;
      },
      noteOf: ({ id }) => ({ change: 'added', passkeyId: id }),
    },
    now,
  );

  return { ...added, recoveryCodes };
};
