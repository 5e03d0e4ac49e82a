import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readBankFile } from '#functions/domain/bank/read-bank-file.ts';
import { BANK_NAMES } from '#local/seed/make-bank-file.ts';
import { BANK_ACCOUNT } from '#shared/brand.ts';

const FOLDER = 'docs/examples';

const readExample = (name: string) =>
  readBankFile(readFileSync(`${FOLDER}/${name}`, 'utf8'), { today: '2026-11-27' });

it('the examples are one file of each bank, and each is proven by its balances', () => {
  const files = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.csv'))
    .map(readExample);

  expect(files.map(({ bank }) => bank).toSorted()).toEqual(BANK_NAMES.toSorted());
  for (const { hasBalances, rows } of files) {
    expect(hasBalances).toBe(true);
    expect(rows.length).toBeGreaterThan(2);
  }
});

it("the example of Standard Bank is of the demo's printed account", () => {
  expect(readExample('standard-bank.csv').account).toBe(BANK_ACCOUNT.accountNumber.replaceAll(' ', ''));
});
