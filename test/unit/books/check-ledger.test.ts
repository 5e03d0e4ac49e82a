import { expect, it } from 'vitest';
import { checkLedger } from '#functions/domain/books/check-ledger.ts';
import type { ControlSums } from '#functions/ports/database/books/ledger-book-store.ts';
import type { AccountRange, LedgerFault } from '#functions/ports/database/books/ledger-check-store.ts';
import { CONTROL_ROWS } from '#shared/contract/limits.ts';

const NOW = new Date('2026-11-28T08:00:00Z');

/** A ledger that is empty but for this opening balance. */
const bookWith = (openingCents: number) => ({
  readControlAccount: async () => ({
    openingCents,
    rows: Object.fromEntries(CONTROL_ROWS.map((row) => [row, 0])) as ControlSums['rows'],
    owedCents: 0,
    creditCents: 0,
    closedAccountsCents: 0,
    unidentified: { openingCents: 0, inCents: 0, outCents: 0 },
    isClosed: false,
  }),
});

const countFaultyLines = async () => 0;

const fault = (userId: number): LedgerFault => ({ userId, part: 'item' });

it('the check reads every account once, in portions of 10,000, and counts the faults of all', async () => {
  const ranges: AccountRange[] = [];
  const ledgerChecks = {
    countFaultyLines,
    findLastAccount: async () => 20_001,
    findFaults: async (range: AccountRange) => {
      ranges.push(range);

      return { count: 70, first: Array.from({ length: 70 }, (_, index) => fault(range.from + index)) };
    },
  };
  const found = await checkLedger({ ledgerChecks, ledgerBook: bookWith(0) }, NOW);

  expect(ranges).toEqual([
    { from: 1, to: 10_000 },
    { from: 10_001, to: 20_000 },
    { from: 20_001, to: 30_000 },
  ]);
  expect(found.count).toBe(210);
  expect(found.first).toHaveLength(100);
  expect(found.first.at(-1)).toEqual(fault(10_030));
});

it('the check of a portal without accounts finds nothing', async () => {
  const findFaults = () => Promise.reject(new Error('There is nothing to read'));

  expect(
    await checkLedger(
      {
        ledgerChecks: { countFaultyLines, findLastAccount: async () => 0, findFaults },
        ledgerBook: bookWith(0),
      },
      NOW,
    ),
  ).toEqual({ count: 0, first: [] });
});

it('a closing balance of today that is not what clients owe less their credit is a fault of no account', async () => {
  const findFaults = async () => ({ count: 1, first: [fault(7)] });

  expect(
    await checkLedger(
      {
        ledgerChecks: { countFaultyLines, findLastAccount: async () => 7, findFaults },
        ledgerBook: bookWith(1),
      },
      NOW,
    ),
  ).toEqual({ count: 2, first: [{ userId: null, part: 'control-account' }, fault(7)] });
});

it('lines of the bank that do not add up are one fault of no account', async () => {
  const ledgerChecks = {
    countFaultyLines: async () => 3,
    findLastAccount: async () => 0,
    findFaults: () => Promise.reject(new Error('There is nothing to read')),
  };

  expect(await checkLedger({ ledgerChecks, ledgerBook: bookWith(0) }, NOW)).toEqual({
    count: 1,
    first: [{ userId: null, part: 'bank-line' }],
  });
});
