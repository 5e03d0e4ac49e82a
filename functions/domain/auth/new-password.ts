import type { CommonPasswords } from '#functions/ports/common-passwords.ts';
import { PASSWORD_TOO_EASY, type User } from '#shared/contract/auth.ts';
import { AppError } from '#shared/errors.ts';

type Owner = Pick<User, 'User_Email' | 'User_Name' | 'User_Surname'> & Partial<Pick<User, 'OWNumber'>>;

const fold = (text: string) => text.toLowerCase().replaceAll(/\s/g, '');

/** Returns the parts of an account that others know or guess first. */
const ownWords = ({ User_Email, OWNumber = '', User_Name, User_Surname }: Owner) =>
  [
    User_Email,
    OWNumber,
    User_Name,
    User_Surname,
    `${User_Name}${User_Surname}`,
    `${User_Surname}${User_Name}`,
  ].map(fold);

/**
 * Refuses a password that is guessed first, in the same way as the contract refuses a short one, because the field is
 * wrong in any state of the account.
 */
export const requireHardToGuess = async (
  commonPasswords: CommonPasswords,
  password: string,
  owner: Owner,
): Promise<void> => {
  if (!ownWords(owner).includes(fold(password)) && !(await commonPasswords.includes(password))) {
    return;
  }

  throw new AppError('invalid_request', PASSWORD_TOO_EASY, { fields: { User_Pass_Bkp: PASSWORD_TOO_EASY } });
};
