import { describe, expect, it } from 'vitest';
import { areBankAccounts, isSameAccount, readOtherAccounts } from '#shared/bank/bank-accounts.ts';
import { readText } from '#test/support/bank/read-text.ts';

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

const CHEQUE = '62000000101';
const SAVINGS = '4056000999';

describe('the account of which a file is', () => {
  const accountOf = (lines: readonly string[]) =>
    readText(lines.join('\n'), { accounts: [CHEQUE, SAVINGS] }).account;
  const HEAD = `Account: ${CHEQUE}`;
  const HEADER = 'Date,Description,Amount,Balance';
  const ROWS = ['17/11/2026,OW10002,397.00,1397.00', '18/11/2026,RENT,-50.00,1347.00'];

  it.each([
    ['a text that goes on', [HEADER, ROWS[0], ',FROM ACCOUNT 1100000888,,', ROWS[1], ',ACC: 1100000888,,']],
    ['a pending row', [HEADER, '19/11/2026,(Pending) TO ACC: 1100000888,-50.00,', ...ROWS]],
    ["the bank's last words", [HEADER, ...ROWS, '"Complaints: pay into account 1100000888."']],
  ])('is not told by the number of another account in %s', (_, lines) => {
    expect(accountOf([HEAD, ...lines.map(String)])).toEqual({ kind: 'own', number: CHEQUE });
    expect(accountOf(lines.map(String))).toEqual({ kind: 'none' });
  });

  it.each([
    'Beneficiary account',
    'Beneficiary account number',
    'Counterparty',
    'To account',
    'Payee acc no',
  ])('is not told by a column of the other side, %s', (name) => {
    const lines = (number: string) => [
      `Date,Description,Reference,Service Fee,Amount,Balance,${name}`,
      `17/11/2026,TO SAVINGS,,0,-97.00,1397.00,${number}`,
      `18/11/2026,TO SAVINGS,,0,-50.00,1347.00,${number}`,
    ];

    expect(accountOf(lines(SAVINGS))).toEqual({ kind: 'none' });
    expect(accountOf(lines('1100000888'))).toEqual({ kind: 'none' });
  });

  it('is told by the last lines that begin with its label', () => {
    expect(accountOf([HEADER, ...ROWS, `Account number: ${SAVINGS}`])).toEqual({
      kind: 'own',
      number: SAVINGS,
    });
    expect(accountOf([HEADER, ...ROWS, 'Rekeningnommer:,1100000888'])).toEqual({
      kind: 'other',
      number: '1100000888',
    });
  });

  it('is told by a column that shows its end alone', () => {
    const lines = (end: string) => [
      'Account Number,Date,Description,Reference,Service Fee,Amount,Balance',
      ...ROWS.map((row) => `****${end},${row.replace(/,(?=[-\d.]+,[\d.]+$)/, ',,0,')}`),
    ];

    expect(accountOf(lines('0999'))).toEqual({ kind: 'own', number: SAVINGS });
    expect(accountOf(lines('7777'))).toEqual({ kind: 'none' });
  });

  it('is found below a line of a million digits and blanks', () => {
    expect(accountOf(['1 '.repeat(500_000), HEAD, HEADER, ...ROWS])).toEqual({ kind: 'own', number: CHEQUE });
  });
});
