import * as z from 'zod';
import { PASSWORD_TOO_EASY, registerBody } from '#shared/contract/auth.ts';
import { isOwnWord } from '#shared/easy-passwords.ts';

let common: ReadonlySet<string> | undefined;

/** Loads what the server refuses as too easy. Until then, and if that fails, only the server says so. */
export const loadCommonPasswords = async (): Promise<void> => {
  const loaded = await import('./listed-passwords.ts').catch(() => undefined);
  common = loaded?.COMMON_PASSWORDS;
};

// Compare even while other fields are still wrong, so that this message does not appear later than theirs.
const when = () => true;

/** The contract's registration and the confirmation, which never leaves the browser. */
export const registration = registerBody
  .extend({ confirmPassword: z.string() })
  .refine(({ User_Pass_Bkp, confirmPassword }) => User_Pass_Bkp === confirmPassword, {
    path: ['confirmPassword'],
    error: "Passwords don't match",
    when,
  })
  .refine(
    ({ User_Pass_Bkp, ...owner }) =>
      User_Pass_Bkp === '' || (!isOwnWord(User_Pass_Bkp, owner) && !common?.has(User_Pass_Bkp.toLowerCase())),
    { path: ['User_Pass_Bkp'], error: PASSWORD_TOO_EASY, when },
  );
