import { PASSWORD_LENGTH_MIN } from './contract/limits.ts';

/** Number of passwords refused, counted among those that are long enough to be chosen at all (D1). */
const COMMON_PASSWORDS = 10_000;

/** Returns the passwords that are refused, out of a list that others maintain, commonest first. */
export const pickCommon = (all: readonly string[]): string[] =>
  all
    .filter((password) => password.length >= PASSWORD_LENGTH_MIN)
    .slice(0, COMMON_PASSWORDS)
    .map((password) => password.toLowerCase());

/** The parts of an account that others know or guess first. */
interface Owner {
  User_Email: string;
  User_Name: string;
  User_Surname: string;
  OWNumber?: string | undefined;
}

const fold = (text: string) => text.toLowerCase().replaceAll(/\s/g, '');

/** True if a password is a name, the address or the number of its owner. */
export const isOwnWord = (
  password: string,
  { User_Email, OWNumber = '', User_Name, User_Surname }: Owner,
): boolean =>
  [
    User_Email,
    OWNumber,
    User_Name,
    User_Surname,
    `${User_Name}${User_Surname}`,
    `${User_Surname}${User_Name}`,
  ]
    .map(fold)
    .includes(fold(password));
