import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import type { ReadSecret } from '#functions/adapters/aws/secrets-manager.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import { role } from '#shared/contract/fields.ts';
import { keepKeys } from './kept-keys.ts';

const ALGORITHM = 'HS256';

const bytes = (text: string) => new TextEncoder().encode(text);

const importHmacKey = (key: string) =>
  crypto.subtle.importKey('raw', bytes(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

/** Imported once, because an import takes longer than verifying a token. */
const signingKey = z.object({ kid: z.string().min(1), key: z.string().min(32).transform(importHmacKey) });
const signingKeys = signingKey.extend({ previous: signingKey.optional() });

const parseKeys = async (secret: unknown) => {
  const { kid, key, previous } = await signingKeys.parseAsync(secret);

  return { id: kid, key, previous: previous && { id: previous.kid, key: previous.key } };
};

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

/** A text that a caller chose is never signed as it is: it might be the start of a token. */
const toSign = (text: string) => bytes(`fingerprint ${text}`);

/** HS256 tokens with a `kid`. Both keys of a rotation are accepted. */
export const makeSessionTokens = (readSecret: ReadSecret): SessionTokens => {
  const keys = keepKeys(readSecret, parseKeys);

  return {
    renew: keys.renew,

    sign: async ({ sessionId, userId, role: startedAs }, expiresAt) => {
      const { id, key } = await keys.current();

      return new SignJWT({ sub: String(userId), role: startedAs })
        .setProtectedHeader({ alg: ALGORITHM, kid: id })
        .setJti(sessionId)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
        .sign(key);
    },

    verify: async (token) => {
      const kid = readKeyId(token);
      const key = kid === undefined ? undefined : await keys.find(kid);
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
      const { key } = await keys.current();
      const digest = await crypto.subtle.sign('HMAC', key, toSign(text));

      return Buffer.from(digest).toString('base64url');
    },

    isFingerprint: async (fingerprint, text) => {
      const { previous, ...current } = await keys.current();
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
