import type { StoredRecoveryCode } from '#functions/ports/database/factors/spent-factor.ts';
import type { Passwords } from '#functions/ports/passwords.ts';
import { RECOVERY_CODES } from '#shared/contract/limits.ts';

/** Crockford's base 32: no letter looks like a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LETTERS_OF_CODE = 16;
const PLACES = 'ABCDEFGHIJ';

export interface NewRecoveryCodes {
  /** As they are shown, once: 'A-1234-5678-9ABC-DEFG'. */
  shown: string[];
  stored: StoredRecoveryCode[];
}

/** Makes a code of 80 random bits, in the form that a typed one is brought into. */
const makeCode = (place: string): string => {
  const random = crypto.getRandomValues(new Uint8Array(LETTERS_OF_CODE));

  // 32 divides the 256 values of a byte, so that each letter is as likely.
  return place + [...random].map((byte) => LETTERS[byte % LETTERS.length]).join('');
};

const write = (code: string): string => [code.slice(0, 1), ...(code.slice(1).match(/.{4}/g) ?? [])].join('-');

export const makeRecoveryCodes = async ({ hash }: Pick<Passwords, 'hash'>): Promise<NewRecoveryCodes> => {
  const codes = [...PLACES].slice(0, RECOVERY_CODES).map(makeCode);
  const stored = await Promise.all(
    codes.map(async (code) => ({ place: code.slice(0, 1), hash: await hash(code) })),
  );

  return { shown: codes.map(write), stored };
};
