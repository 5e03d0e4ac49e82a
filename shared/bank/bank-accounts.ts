/** A bank and the number of an account there, such as 'Capitec Business 1050000001'. */
const BANK_AND_NUMBER = /^(\p{L}[^,\d]*?) +(\d[\d -]{4,32}\d)$/u;

const split = (list: string): string[] =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** True if a list such as 'FNB 62000000001, Capitec Business 1050000001' names a bank and a number each. */
export const areBankAccounts = (list: string): boolean =>
  split(list).every((part) => BANK_AND_NUMBER.test(part));

/** Reads such a list. The numbers become digits. */
export const readOtherAccounts = (list: string): { bank: string; number: string }[] =>
  split(list).flatMap((part) => {
    const [, bank, number] = BANK_AND_NUMBER.exec(part) ?? [];

    return bank && number ? [{ bank, number: number.replaceAll(/\D/g, '') }] : [];
  });

/** True if two spellings are one account: only the digits count, without zeros before them. */
export const isSameAccount = (one: string, other: string): boolean => toDigits(one) === toDigits(other);

const toDigits = (account: string): string => account.replaceAll(/\D/g, '').replace(/^0+/, '');
