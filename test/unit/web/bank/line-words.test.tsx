import { expect, it } from 'vitest';
import { canReopen, listTwice, reasonsNow } from '#web/features/bank/review/line-words.ts';
import { bookedLine, forecastOf, lineOf, NAIDOO, ZULU } from './lines.ts';

it('a booked line of a deleted client is not offered to be opened again, which is always refused', () => {
  const line = bookedLine(1);
  const booked = line.booked.map((payment) => ({ ...payment, OWNumber: null }));

  expect(canReopen(line)).toBe(true);
  expect(canReopen({ ...line, booked })).toBe(false);
});

const AMOUNTS = ['OW number OW10011', 'Amount is that of INV-2026-000012', 'Amount is all that is due'];

it.each([
  ['nothing is known of what the line pays', undefined, 399, AMOUNTS],
  ['it still pays exactly that', forecastOf(11), 399, AMOUNTS],
  [
    'a part of both was paid since then',
    { ...forecastOf(11), due: 200, allocations: [] },
    399,
    AMOUNTS.slice(0, 1),
  ],
  ['only the invoice has this amount', { ...forecastOf(11), due: 800 }, 399, AMOUNTS.slice(0, 2)],
])(
  'of the reasons for a client those hold that the forecast does not contradict: %s',
  (_, forecast, amount, held) => {
    expect(reasonsNow(AMOUNTS, forecast, amount)).toEqual(held);
  },
);

it('a client seems to pay twice by lines of one day and amount, of which one may be booked', () => {
  const lines = [
    bookedLine(1),
    lineOf(2),
    lineOf(3, { date: '2026-11-22' }),
    lineOf(4, { amount: 449 }),
    lineOf(5, { proposals: [ZULU] }),
    lineOf(6, { proposals: [] }),
    lineOf(7, { proposals: [] }),
  ];

  expect([...listTwice(lines, ({ proposals }) => proposals[0])]).toEqual([1, 2]);
});

it('money that the bank returned twice on a day is not called paid twice', () => {
  const lines = [lineOf(1, { amount: -450 }), lineOf(2, { amount: -450 })];

  expect(listTwice(lines, () => NAIDOO).size).toBe(0);
});
