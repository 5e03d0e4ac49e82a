import { describe, expect, it } from 'vitest';
import { lineText } from '#shared/billing/named-days.ts';
import { priceDays, withoutDays } from '#shared/billing/priced-days.ts';

const LTE = { serviceCategory: 'SIM Card', accountType: 'LTE 50 GB', msisdn: '+27821234567' };

describe('the text of a line that bills a service', () => {
  it.each([
    ['2026-12-01', '2026-12-31', 'LTE 50 GB, 082 123 4567, December 2026'],
    ['2026-11-10', '2026-11-30', 'LTE 50 GB, 082 123 4567, 10 to 30 November 2026 (21 of 30 days)'],
    ['2028-02-29', '2028-02-29', 'LTE 50 GB, 082 123 4567, 29 February 2028 (1 of 29 days)'],
  ])('a line from %s to %s names the service, its number and the days', (from, to, text) => {
    expect(lineText(LTE, { from, to })).toBe(text);
  });

  it('a line of a service without a type and a number names its category', () => {
    const other = { serviceCategory: 'Internet', accountType: null, msisdn: null };

    expect(lineText(other, { from: '2026-12-01', to: '2026-12-31' })).toBe('Internet, December 2026');
  });
});

describe('days with their prices', () => {
  const prices = {
    pricePerMonth: 370,
    prices: [
      { from: '2026-01-01', amount: 370 },
      { from: '2027-01-15', amount: 399 },
    ],
  };

  it('days are cut at the ends of months and where a price changes, each part at its own price', () => {
    expect(
      priceDays(prices, { from: '2026-12-05', to: '2027-01-31' }).map((part) => [
        part.from,
        part.to,
        part.cents,
      ]),
    ).toEqual([
      ['2026-12-05', '2026-12-31', 32_226],
      ['2027-01-01', '2027-01-14', 16_710],
      ['2027-01-15', '2027-01-31', 21_881],
    ]);
  });

  it.each([
    ['nothing', [], ['01-31']],
    ['the first days', [['01', '10']], ['11-31']],
    ['days in the middle', [['10', '12']], ['01-09', '13-31']],
    [
      'both ends',
      [
        ['31', '31'],
        ['01', '01'],
      ],
      ['02-30'],
    ],
    [
      'all of them',
      [
        ['01', '15'],
        ['16', '31'],
      ],
      [],
    ],
  ])('days without %s are what is left', (_, taken, left) => {
    const others = taken.map(([from, to]) => ({ from: `2026-12-${from}`, to: `2026-12-${to}` }));

    expect(
      withoutDays({ from: '2026-12-01', to: '2026-12-31' }, others).map(
        ({ from, to }) => `${from.slice(8)}-${to.slice(8)}`,
      ),
    ).toEqual(left);
  });
});
