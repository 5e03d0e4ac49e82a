import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { ReadSecret } from './secrets.ts';

const KEYS_FRESH_MS = 5 * 60_000;
const REREAD_PAUSE_MS = 60_000;
const ALGORITHM = 'HS256';

const signingKey = z.object({ kid: z.string().min(1), key: z.string().min(32) });
const signingKeys = signingKey.extend({ previous: signingKey.optional() });

/**
 * HS256 tokens with a `kid`. Both keys of a rotation are accepted. Keys are kept for five minutes; an unknown
 * kid reads the secret again, at most once a minute, so that strangers cannot make us call Secrets Manager.
 */
export const makeSessionTokens = (readSecret: ReadSecret): SessionTokens => {
  let keys: z.infer<typeof signingKeys> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;

  const read = async () => {
    readAt = Date.now();
    keys = signingKeys.parse(JSON.parse(await readSecret()));

    return keys;
  };

  const currentKeys = async () => (keys && Date.now() - readAt < KEYS_FRESH_MS ? keys : read());

  const findKey = async (kid: string | undefined) => {
    const find = ({ previous, ...current }: z.infer<typeof signingKeys>) =>
      [current, previous].find((candidate) => candidate !== undefined && candidate.kid === kid)?.key;
    const known = find(await currentKeys());
    if (known !== undefined || Date.now() - readAt < REREAD_PAUSE_MS) return known;

    return find(await read());
  };

  const bytes = (key: string) => new TextEncoder().encode(key);

  return {
    sign: async (sessionId, expiresAt) => {
      const { kid, key } = await currentKeys();

      return new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM, kid })
        .setJti(sessionId)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(bytes(key));
    },

    verify: async (token) => {
      try {
        const key = await findKey(decodeProtectedHeader(token).kid);
        if (key === undefined) return undefined;

        const { payload } = await jwtVerify(token, bytes(key), { algorithms: [ALGORITHM] });

        return payload.jti;
      } catch (error) {
        // decodeProtectedHeader throws a TypeError for what is no token at all.
        if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
        throw error;
      }
    },
  };
};
