import type { CommonPasswords } from '#functions/ports/common-passwords.ts';
import { PASSWORD_TOO_EASY, type User } from '#shared/contract/auth.ts';
import { isOwnWord } from '#shared/easy-passwords.ts';
import { AppError } from '#shared/errors.ts';

type Owner = Pick<User, 'User_Email' | 'User_Name' | 'User_Surname'> & Partial<Pick<User, 'OWNumber'>>;

/**
 * Refuses a password that is guessed first, in the same way as the contract refuses a short one, because the field is
 * wrong in any state of the account.
 */
export const requireHardToGuess = async (
  commonPasswords: CommonPasswords,
  password: string,
  owner: Owner,
): Promise<void> => {
  if (!isOwnWord(password, owner) && !(await commonPasswords.includes(password))) {
    return;
  }

  throw new AppError('invalid_request', PASSWORD_TOO_EASY, { fields: { User_Pass_Bkp: PASSWORD_TOO_EASY } });
};
