import { describe, expect, it } from 'vitest';
import {
  BANK_NAMES,
  type BankName,
  type BankTransaction,
  hasFees,
  hasReferences,
  makeBankFile,
} from '#local/seed/make-bank-file.ts';
import { makeRandom, type Random } from '#local/seed/random.ts';
import { readText } from '#test/support/bank/read-text.ts';

const ACCOUNT = '62000000001';
const RETURNED = 'UNPAID DEBIT ORDER';

const DESCRIPTIONS = [
  'FNB APP PAYMENT FROM N DLAMINI',
  'CAPITEC VAN DER MERWE; J',
  'MAGTAPE CREDIT, "ABC" (PTY) LTD',
  "=cmd|' /C calc'!A0",
  '@SUM(A1:A9)',
  '-2+3',
  'ACB CREDIT ZOË O’CONNOR',
  'Total',
  'Opening balance',
  "'quoted'x",
];
const REFERENCES = [
  'OW10002',
  'ow 10003',
  'INV 2026 12',
  'INV-2026-000123',
  '0W-10.004',
  'DLAMINI',
  '+27821234567',
  '',
];

const makeTransaction = (random: Random, date: string): BankTransaction => {
  const kind = random.pick(['in', 'in', 'in', 'out', 'returned', 'fee']);
  const size = random.integer(1, 5_000_000);

  return {
    date,
    description: { returned: RETURNED, fee: 'MONTHLY FEE' }[kind] ?? random.pick(DESCRIPTIONS),
    reference: random.pick(REFERENCES),
    cents: { in: size, out: -size, returned: -size, fee: 0 }[kind] ?? 0,
    feeCents: kind === 'fee' || random.chance(0.1) ? random.integer(1, 9999) : 0,
  };
};

/** Makes some days of November, the first with money in. */
const makeTransactions = (random: Random): BankTransaction[] => {
  const dates = Array.from({ length: random.integer(1, 12) }, () => random.integer(1, 26)).toSorted(
    (a, b) => a - b,
  );

  return dates.map((day, index) => {
    const made = makeTransaction(random, `2026-11-${String(day).padStart(2, '0')}`);

    return index === 0 ? { ...made, description: 'PAYMENT', cents: random.integer(1, 99_999) } : made;
  });
};

/** Returns the lines that a bank's file should become: some banks write the client's words behind their own. */
const expectLines = (bank: BankName, transactions: readonly BankTransaction[]) =>
  transactions
    .filter(({ cents, description }) => cents > 0 || (cents < 0 && description === RETURNED))
    .map(({ date, description, reference, cents }) => ({
      date,
      description: hasReferences(bank) ? description : `${description} ${reference}`.trim(),
      reference: (hasReferences(bank) && reference) || null,
      amountCents: cents,
    }));

describe.each(BANK_NAMES)('a file of %s', (bank) => {
  it('reads back as it was written in 200 files, in both orders, as downloaded and after a spreadsheet', () => {
    const random = makeRandom(20_261_127);
    for (let made = 0; made < 200; made += 1) {
      const transactions = makeTransactions(random);
      const openingCents = random.integer(-100_000, 10_000_000);
      const isNewestFirst = random.chance(0.5);
      const isSpreadsheet = random.chance(0.5);
      const text = makeBankFile(bank, {
        account: ACCOUNT,
        openingCents,
        transactions,
        isNewestFirst,
        isSpreadsheet,
      });
      const file = readText(text, { accounts: [ACCOUNT] });
      const sum = file.rows.reduce((cents, { amountCents }) => cents + amountCents, 0);
      const lines = file.rows.map(({ row, balanceCents, ...line }) => line);
      const fees = transactions.reduce((cents, { feeCents = 0 }) => cents + feeCents, 0);

      expect(isNewestFirst ? lines.toReversed() : lines, text).toEqual(expectLines(bank, transactions));
      expect(file, text).toMatchObject({
        bank,
        openingCents,
        closingCents: openingCents + sum + file.skipped.cents - file.feeCents,
        feeCents: hasFees(bank) ? fees : 0,
        from: transactions[0]?.date,
        to: transactions.at(-1)?.date,
        hasBalances: true,
      });
      expect([{ kind: 'own', number: ACCOUNT }, { kind: 'none' }]).toContainEqual(file.account);
    }
  });
});
