import type { BankAccount } from '#shared/contract/bank.ts';

/** Banks name the account in the lines above their rows, or in each row. */
const SEARCHED = 4096;

/** Returns the accounts of which a file may be: the one that it names, or else all. The server decides. */
export const findAccounts = (text: string, accounts: readonly BankAccount[]): readonly BankAccount[] => {
  const head = text.slice(0, SEARCHED).replaceAll(/(?<=\d)[ -](?=\d)/g, '');
  const named = accounts.filter(({ number }) => head.includes(number.replaceAll(/\D|^0+/g, '')));

  return named.length > 0 ? named : accounts;
};
