import { describe, expect, it } from 'vitest';
import { makeRandom } from '#local/seed/random.ts';
import { countDaysOfMonth, cutAtMonthEnds, partCents } from '#shared/billing/part-of-month.ts';
import { daysOfMonth } from '#shared/months.ts';

const random = makeRandom(53);

const dayOf = (month: string, day: number) => `${month}-${String(day).padStart(2, '0')}`;

/** Cuts a month at random days. */
const cutMonth = (month: string) => {
  const last = Number(daysOfMonth(month).to.slice(8));
  const ends = Array.from({ length: last - 1 }, (_, index) => index + 1).filter(() => random.chance(0.2));

  return [...ends, last].map((end, index) => ({
    from: dayOf(month, (ends[index - 1] ?? 0) + 1),
    to: dayOf(month, end),
  }));
};

describe('what a part of a month costs', () => {
  it.each([
    ['one day of 31', 370_00, '2026-12-31', '2026-12-31', 11_94],
    ['29 February', 499_00, '2028-02-29', '2028-02-29', 17_21],
    ['the rest of a month of which two thirds are billed', 100_00, '2026-11-21', '2026-11-30', 33_33],
    ['the ten days before', 100_00, '2026-11-11', '2026-11-20', 33_34],
    ['a whole month', 370_00, '2026-12-01', '2026-12-31', 370_00],
    ['10 of 31 days', 370_00, '2027-01-01', '2027-01-10', 119_35],
    ['the 21 days that are credited after them', 370_00, '2026-12-11', '2026-12-31', 250_65],
    ['nothing, for a free service', 0, '2026-12-01', '2026-12-30', 0],
    ['nothing of R 0,01, in its first half', 1, '2026-12-01', '2026-12-15', 0],
    ['all of R 0,01, in its second half', 1, '2026-12-16', '2026-12-31', 1],
    ['the largest price', 99_999_999_99, '2026-12-01', '2026-12-31', 99_999_999_99],
  ])('%s', (_, price, from, to, cents) => {
    expect(partCents(price, { from, to })).toBe(cents);
  });

  it('adds up to the price over all parts of a month, however it is cut and in whatever order', () => {
    for (let round = 0; round < 2000; round += 1) {
      const month = `${2024 + Math.floor(random.next() * 8)}-${String(1 + Math.floor(random.next() * 12)).padStart(2, '0')}`;
      const price = Math.floor(random.next() * 100_000);
      const parts = cutMonth(month);
      const costs = parts.map((part) => partCents(price, part));

      expect(costs.reduce((sum, cents) => sum + cents, 0)).toBe(price);
      expect(Math.min(...costs)).toBeGreaterThanOrEqual(0);
    }
  });
});

it('the days of a part are counted with those of its month', () => {
  expect(countDaysOfMonth({ from: '2026-11-10', to: '2026-11-30' })).toEqual({ days: 21, ofDays: 30 });
  expect(countDaysOfMonth({ from: '2028-02-29', to: '2028-02-29' })).toEqual({ days: 1, ofDays: 29 });
});

it('days are cut at the ends of months, also over New Year', () => {
  expect(cutAtMonthEnds({ from: '2026-12-31', to: '2027-02-01' })).toEqual([
    { from: '2026-12-31', to: '2026-12-31' },
    { from: '2027-01-01', to: '2027-01-31' },
    { from: '2027-02-01', to: '2027-02-01' },
  ]);
});
