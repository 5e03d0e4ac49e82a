import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { OTHER_BANK_ACCOUNTS } from '#local/seed/demo-accounts.ts';
import { BANK_NAMES } from '#local/seed/make-bank-file.ts';
import { isSameAccount, readOtherAccounts } from '#shared/bank/bank-accounts.ts';
import { BANK_ACCOUNT } from '#shared/brand.ts';
import { readText } from '#test/support/bank/read-text.ts';

const FOLDER = 'docs/examples';

const readExample = (name: string) => readText(readFileSync(`${FOLDER}/${name}`, 'utf8'));

const files = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.csv'))
  .map(readExample);

it('the examples are one file of each bank, and each is proven by its balances', () => {
  expect(files.map(({ bank }) => bank).toSorted()).toEqual(BANK_NAMES.toSorted());
  for (const { hasBalances, rows } of files) {
    expect(hasBalances).toBe(true);
    expect(rows.length).toBeGreaterThan(2);
  }
});

it('the OFX example is of an account of the demo, and one of its payments stands in the CSV of that account as well', () => {
  const accounts = readOtherAccounts(OTHER_BANK_ACCOUNTS).map(({ number }) => number);
  const { format, account, rows, notes, to } = readText(
    readFileSync(`${FOLDER}/capitec-business.ofx`, 'utf8'),
    { accounts },
  );
  const csv = readExample('capitec-business.csv');

  expect({ format, account, notes, to }).toEqual({
    format: 'ofx',
    account: { kind: 'own', number: '1051234567' },
    notes: [],
    to: '2026-11-26',
  });
  const keyOf = ({ date, amountCents }: { date: string; amountCents: number }) => `${date} ${amountCents}`;
  expect(rows.map((row) => csv.rows.map(keyOf).includes(keyOf(row)))).toEqual([true, false]);
});

it("the demo of npm start knows each bank and each account of the examples, and Standard Bank's is the printed one", () => {
  const accounts = [
    { bank: BANK_ACCOUNT.bankName, number: BANK_ACCOUNT.accountNumber.replaceAll(' ', '') },
    ...readOtherAccounts(OTHER_BANK_ACCOUNTS),
  ];

  expect(accounts.map(({ bank }) => bank).toSorted()).toEqual(BANK_NAMES.toSorted());
  for (const { bank, account } of files) {
    const known = accounts.find((one) => one.bank === bank);
    expect(account.kind === 'none' || isSameAccount(account.number, known?.number ?? ''), bank).toBe(true);
  }
});
