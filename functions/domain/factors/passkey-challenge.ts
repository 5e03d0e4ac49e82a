import { hashText } from '#functions/domain/hash-text.ts';
import type { UsedChallenge } from '#functions/ports/database/factors/spent-factor.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';

/** Time for which a challenge holds. */
export const CHALLENGE_MS = 5 * 60_000;

/**
 * When it ends, a random part, and our fingerprint of both. All of it is base64url in whole groups of four letters, so
 * that a browser, which decodes it and encodes it again, names the same text.
 */
const CHALLENGE_FORMAT = /^(\d{13})([\da-f]{32})([\w-]{43})$/;

/** Returns the text of a fingerprint; the challenge of a registration holds in its session alone. */
const describe = (expiresAt: string, random: string, sessionId: string | undefined) =>
  JSON.stringify(['passkey challenge', expiresAt, random, sessionId ?? null]);

/** Makes a challenge for a passkey. It is signed instead of stored, so that offering one costs no write. */
export const makeChallenge = async (
  { fingerprint }: Pick<SessionTokens, 'fingerprint'>,
  now: Date,
  sessionId?: string,
): Promise<string> => {
  const expiresAt = String(now.getTime() + CHALLENGE_MS).padStart(13, '0');
  const random = crypto.randomUUID().replaceAll('-', '');

  return `${expiresAt}${random}${await fingerprint(describe(expiresAt, random, sessionId))}`;
};

/** Returns what is stored when a challenge is used; undefined if it has expired, or is not ours or of another session. */
export const readChallenge = async (
  { isFingerprint }: Pick<SessionTokens, 'isFingerprint'>,
  challenge: string,
  now: Date,
  sessionId?: string,
): Promise<UsedChallenge | undefined> => {
  const [, expiresAt = '', random = '', fingerprint = ''] = CHALLENGE_FORMAT.exec(challenge) ?? [];
  const isOurs =
    Number(expiresAt) > now.getTime() &&
    (await isFingerprint(fingerprint, describe(expiresAt, random, sessionId)));

  return isOurs ? { hash: await hashText(challenge), expiresAt: new Date(Number(expiresAt)) } : undefined;
};

/** Returns the name of an account at the makers of passkeys, as WebAuthn's JSON has it. */
export const toUserHandle = (handle: string): string =>
  btoa(handle).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
