import { expect, it } from 'vitest';
import { dayAfter } from '#shared/dates.ts';
import { namedPeriods } from '#web/lib/money/named-periods.ts';

const NOON = (day: string) => new Date(`${day}T10:00:00Z`);

it('the periods by name are months, quarters and years up to today', () => {
  const periods = namedPeriods(NOON('2026-11-23'));

  expect(periods.slice(0, 7)).toEqual([
    { name: 'This month (November 2026)', from: '2026-11-01', to: '2026-11-23' },
    { name: 'Last month (October 2026)', from: '2026-10-01', to: '2026-10-31' },
    { name: 'Last 3 months', from: '2026-09-01', to: '2026-11-23' },
    { name: 'Last 12 months', from: '2025-12-01', to: '2026-11-23' },
    { name: 'This year (2026)', from: '2026-01-01', to: '2026-11-23' },
    { name: 'Last year (2025)', from: '2025-01-01', to: '2025-12-31' },
    { name: 'September 2026', from: '2026-09-01', to: '2026-09-30' },
  ]);
  expect(periods.at(-1)).toEqual({ name: 'December 2025', from: '2025-12-01', to: '2025-12-31' });
});

it.each(['2027-01-01', '2027-01-31', '2028-02-29', '2027-03-31', '2027-12-31'])(
  'on %s no period is offered twice, and none goes beyond today',
  (day) => {
    const now = NOON(day);
    const periods = namedPeriods(now);

    expect(new Set(periods.map(({ from, to }) => `${from} ${to}`)).size).toBe(periods.length);
    expect(periods.filter(({ from, to }) => from > to || to > dayAfter(now, 0))).toEqual([]);
  },
);
