import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import type { ReadSecret } from '#functions/adapters/aws/secrets-manager.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import { role } from '#shared/contract/fields.ts';

const KEYS_FRESH_MS = 10 * 60_000;
const REREAD_PAUSE_MS = 60_000;
const ALGORITHM = 'HS256';

const bytes = (text: string) => new TextEncoder().encode(text);

const importHmacKey = (key: string) =>
  crypto.subtle.importKey('raw', bytes(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

/** Imported once, because an import takes longer than verifying a token. */
const signingKey = z.object({ kid: z.string().min(1), key: z.string().min(32).transform(importHmacKey) });
const signingKeys = signingKey.extend({ previous: signingKey.optional() });
type SigningKeys = z.infer<typeof signingKeys>;

const sessionClaims = z
  .object({ jti: z.string().min(1), sub: z.coerce.number().int().nonnegative(), role })
  .transform(({ jti, sub, role: startedAs }) => ({ sessionId: jti, userId: sub, role: startedAs }));

const readKeyId = (token: string): string | undefined => {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
};

const findKey = ({ previous, ...current }: SigningKeys, kid: string) =>
  [current, previous].find((candidate) => candidate?.kid === kid)?.key;

/** A text that a caller chose is never signed as it is: it might be the start of a token. */
const toSign = (text: string) => bytes(`fingerprint ${text}`);

/**
 * HS256 tokens with a `kid`. Both keys of a rotation are accepted. Keys are read at once, while the function loads, and
 * kept for ten minutes; an unknown kid reads the secret again, at most once a minute, so that strangers cannot make us
 * call Secrets Manager.
 */
export const makeSessionTokens = (readSecret: ReadSecret): SessionTokens => {
  let keys: SigningKeys | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let rereadAt = Number.NEGATIVE_INFINITY;

  const readKeys = async () => {
    const askedAt = Date.now();
    keys = await signingKeys.parseAsync(JSON.parse(await readSecret()));
    readAt = askedAt;

    return keys;
  };

  const loading = readKeys().catch(() => undefined);

  /** A failed reading while loading is forgotten: the first request tries again. */
  const currentKeys = async () => {
    await loading;

    return keys && Date.now() - readAt < KEYS_FRESH_MS ? keys : readKeys();
  };

  const keyOf = async (kid: string) => {
    const known = findKey(await currentKeys(), kid);
    if (known !== undefined || Date.now() - rereadAt < REREAD_PAUSE_MS) {
      return known;
    }
    rereadAt = Date.now();

    return findKey(await readKeys(), kid);
  };

  return {
    renew: async () => {
      await loading;
      if (Date.now() - readAt > REREAD_PAUSE_MS) {
        await readKeys();
      }
    },

    sign: async ({ sessionId, userId, role: startedAs }, expiresAt) => {
      const { kid, key } = await currentKeys();

      return new SignJWT({ sub: String(userId), role: startedAs })
        .setProtectedHeader({ alg: ALGORITHM, kid })
        .setJti(sessionId)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(key);
    },

    verify: async (token) => {
      const kid = readKeyId(token);
      const key = kid === undefined ? undefined : await keyOf(kid);
      if (key === undefined) {
        return undefined;
      }

      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          requiredClaims: ['exp'],
        });

        return sessionClaims.safeParse(payload).data;
      } catch (error) {
        if (error instanceof errors.JOSEError) {
          return undefined;
        }
        throw error;
      }
    },

    fingerprint: async (text) => {
      const { key } = await currentKeys();
      const digest = await crypto.subtle.sign('HMAC', key, toSign(text));

      return Buffer.from(digest).toString('base64url');
    },

    isFingerprint: async (fingerprint, text) => {
      const { previous, ...current } = await currentKeys();
      const signature = Buffer.from(fingerprint, 'base64url');
      const matches = await Promise.all(
        [current, ...(previous ? [previous] : [])].map(({ key }) =>
          crypto.subtle.verify('HMAC', key, signature, toSign(text)),
        ),
      );

      return matches.includes(true);
    },
  };
};
