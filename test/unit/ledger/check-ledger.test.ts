import { expect, it } from 'vitest';
import { checkLedger } from '#functions/domain/ledger/check-ledger.ts';
import type { AccountRange, LedgerFault } from '#functions/ports/database/ledger/ledger-check-store.ts';

const fault = (userId: number): LedgerFault => ({ userId, part: 'item' });

it('the check reads every account once, in portions of 10,000, and counts the faults of all', async () => {
  const ranges: AccountRange[] = [];
  const found = await checkLedger({
    findLastAccount: async () => 20_001,
    findFaults: async (range) => {
      ranges.push(range);

      return { count: 70, first: Array.from({ length: 70 }, (_, index) => fault(range.from + index)) };
    },
  });

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

  expect(await checkLedger({ findLastAccount: async () => 0, findFaults })).toEqual({ count: 0, first: [] });
});
