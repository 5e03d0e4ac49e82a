import { describe, expect, it } from 'vitest';
import { areBankAccounts, isSameAccount, readOtherAccounts } from '#shared/bank-accounts.ts';

describe('the accounts that receive money', () => {
  it('a list of banks and numbers is read with the digits of each number', () => {
    expect(readOtherAccounts('FNB 62000000001, Capitec Business 105 000 0001,')).toEqual([
      { bank: 'FNB', number: '62000000001' },
      { bank: 'Capitec Business', number: '1050000001' },
    ]);
    expect(readOtherAccounts('')).toEqual([]);
  });

  it.each(['FNB', '62000000001', 'FNB 123', 'FNB 62000000001 Absa 4050000001'])(
    'a list such as %s is no list of banks and numbers',
    (list) => {
      expect(areBankAccounts(list)).toBe(false);
    },
  );

  it('an account is the same with spaces, hyphens and zeros before it, and no other', () => {
    expect(isSameAccount('012 345-678', '12345678')).toBe(true);
    expect(isSameAccount('012345678', '123456780')).toBe(false);
  });
});
