import * as z from 'zod';
import type { ReadSecret } from '#functions/adapters/aws/secrets-manager.ts';
import type { SealedSecret } from '#functions/ports/factor-key.ts';
import { keepKeys } from './kept-keys.ts';

const CIPHER = 'AES-GCM';
const NONCE_BYTES = 12;

const bytes = (text: string) => new TextEncoder().encode(text);

/** The key is a long random text; its hash has the 256 bits that the cipher takes. */
const importSealingKey = async (key: string) =>
  crypto.subtle.importKey('raw', await crypto.subtle.digest('SHA-256', bytes(key)), CIPHER, false, [
    'encrypt',
    'decrypt',
  ]);

const sealingKey = z.object({
  keyId: z.string().min(1),
  key: z.string().min(32).transform(importSealingKey),
});
const sealingKeys = sealingKey.extend({ previous: sealingKey.optional() });

const parseKeys = async (secret: unknown) => {
  const { keyId, key, previous } = await sealingKeys.parseAsync(secret);

  return { id: keyId, key, previous: previous && { id: previous.keyId, key: previous.key } };
};

/** The account is part of what is sealed: a row that was copied to another account does not open there. */
const cipherOf = (userId: number, nonce: Uint8Array<ArrayBuffer>) => ({
  name: CIPHER,
  iv: nonce,
  additionalData: bytes(`user ${userId}`),
});

/** Seals secrets of accounts with AES-256-GCM. */
export const makeSealing = (readSecret: ReadSecret) => {
  const keys = keepKeys(readSecret, parseKeys);

  return {
    seal: async (userId: number, secret: Uint8Array<ArrayBuffer>): Promise<SealedSecret> => {
      const { id, key } = await keys.current();
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const sealed = await crypto.subtle.encrypt(cipherOf(userId, nonce), key, secret);

      return { sealed: Buffer.concat([nonce, Buffer.from(sealed)]).toString('base64url'), keyId: id };
    },

    /** Opens a secret. A key that is gone and a row that was altered are faults, which no user can mend. */
    open: async (
      userId: number,
      { sealed, keyId }: SealedSecret,
    ): Promise<{ secret: ArrayBuffer; isOutdated: boolean }> => {
      const key = await keys.find(keyId);
      if (!key) {
        throw new Error(
          `The factor key ${keyId} is in the secret neither as the current nor as the previous one`,
        );
      }
      const stored = new Uint8Array(Buffer.from(sealed, 'base64url'));
      const secret = await crypto.subtle
        .decrypt(cipherOf(userId, stored.slice(0, NONCE_BYTES)), key, stored.slice(NONCE_BYTES))
        .catch((cause) => {
          throw new Error(`The secret of user ${userId} does not open with the factor key ${keyId}`, {
            cause,
          });
        });

      return { secret, isOutdated: keyId !== (await keys.current()).id };
    },
  };
};
