import { expect, it } from 'vitest';
import { sumDays } from '#functions/domain/bank/reading/sum-days.ts';

const row = (date: string, amountCents: number, becomes: 'line' | 'returned' | 'out' | 'pending') => ({
  date,
  amountCents,
  becomes,
});
const ROWS = [
  row('2026-10-06', -700, 'out'),
  row('2026-10-05', 10_000, 'line'),
  row('2026-10-05', -2_000, 'out'),
  row('2026-10-06', -3_000, 'returned'),
  row('2026-10-06', 99_900, 'pending'),
];
const FEES = [
  { date: '2026-10-05', feeCents: 50 },
  { date: '2026-10-07', feeCents: 20 },
];
const DAYS = [
  { day: '2026-10-05', rows: 2, otherRows: 1, movedCents: 7_950, otherCents: -2_000, feeCents: 50 },
  { day: '2026-10-06', rows: 2, otherRows: 1, movedCents: -3_700, otherCents: -700, feeCents: 0 },
  { day: '2026-10-07', rows: 0, otherRows: 0, movedCents: -20, otherCents: 0, feeCents: 20 },
];

it.each([
  ['an opening balance', { openingCents: 1_000, closingCents: null }, [8_950, 5_250, 5_230]],
  ['a closing balance', { openingCents: null, closingCents: 5_230 }, [8_950, 5_250, 5_230]],
  ['no balance', { openingCents: null, closingCents: null }, [null, null, null]],
])(
  'the days of a file with %s say what moved and how they end, without pending rows',
  (_, ends, balances) => {
    expect(sumDays(ROWS, FEES, ends)).toEqual(
      DAYS.map((day, index) => ({ ...day, balanceCents: balances[index] })),
    );
  },
);
