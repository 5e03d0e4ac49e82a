import { dayAfter, monthAfter } from '#shared/dates.ts';
import { startOf } from '#shared/months.ts';

/** The first and the last day. */
export interface Period {
  from: string;
  to: string;
}

const lastDayOf = (month: string): string => dayAfter(startOf(monthAfter(startOf(month), 1)), -1);

export const lastThreeMonths = (now: Date): Period => ({
  from: `${monthAfter(now, -2)}-01`,
  to: dayAfter(now, 0),
});

/** A month such as '2026-11', without its days ahead. */
export const periodOfMonth = (month: string, now: Date): Period => ({
  from: `${month}-01`,
  to: month === monthAfter(now, 0) ? dayAfter(now, 0) : lastDayOf(month),
});

/** The month as far as it has come. */
export const thisMonth = (now: Date): Period => periodOfMonth(monthAfter(now, 0), now);

/** The whole of the month before. */
export const lastMonth = (now: Date): Period => periodOfMonth(monthAfter(now, -1), now);

/** Returns the period that an address names, or the usual one: the last three months. */
export const readPeriod = (
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: Date,
  usual: (now: Date) => Period = lastThreeMonths,
): Period => (from && to && from <= to ? { from, to } : usual(now));
