import { dayAfter, formatMonth, monthAfter, startOf } from '#shared/dates.ts';

/** The first and the last day. */
export interface Period {
  from: string;
  to: string;
}

interface NamedPeriod extends Period {
  name: string;
}

const MONTHS_OFFERED = 12;

const lastDayOf = (month: string): string => dayAfter(startOf(monthAfter(startOf(month), 1)), -1);

const lastThreeMonths = (now: Date): Period => ({
  from: `${monthAfter(now, -2)}-01`,
  to: dayAfter(now, 0),
});

const THIS_AND_LAST_MONTH = ['This month', 'Last month'];

/** Returns the month that is this many months back, without its days ahead. */
const monthBack = (now: Date, months: number): NamedPeriod => {
  const today = dayAfter(now, 0);
  const month = monthAfter(now, -months);
  const name = formatMonth(startOf(month));
  const relative = THIS_AND_LAST_MONTH[months];

  return {
    name: relative ? `${relative} (${name})` : name,
    from: `${month}-01`,
    to: months === 0 ? today : lastDayOf(month),
  };
};

/** Returns months and years by name, none of them beyond today; the months before the last one come at the end. */
export const namedPeriods = (now: Date): NamedPeriod[] => {
  const today = dayAfter(now, 0);
  const year = Number(today.slice(0, 4));
  const [current, previous, ...months] = Array.from({ length: MONTHS_OFFERED }, (_, back) =>
    monthBack(now, back),
  );
  const periods = [
    current,
    previous,
    { name: 'Last 3 months', ...lastThreeMonths(now) },
    { name: 'Last 12 months', from: `${monthAfter(now, -11)}-01`, to: today },
    { name: `This year (${year})`, from: `${year}-01-01`, to: today },
    { name: `Last year (${year - 1})`, from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
    ...months,
  ].filter((period) => period !== undefined);

  // In January, this year is this month; in March, it is the last three months.
  return periods.filter(
    ({ from, to }, index) => periods.findIndex((one) => one.from === from && one.to === to) === index,
  );
};

/** A month such as '2026-11', without its days ahead. */
export const periodOfMonth = (month: string, now: Date): Period =>
  month === monthAfter(now, 0) ? thisMonth(now) : { from: `${month}-01`, to: lastDayOf(month) };

/** The month as far as it has come. */
export const thisMonth = (now: Date): Period => {
  const { from, to } = monthBack(now, 0);

  return { from, to };
};

/** The whole of the month before. */
export const lastMonth = (now: Date): Period => {
  const { from, to } = monthBack(now, 1);

  return { from, to };
};

/** Returns the period that an address names, or the usual one: the last three months. */
export const readPeriod = (
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: Date,
  usual: (now: Date) => Period = lastThreeMonths,
): Period => (from && to && from <= to ? { from, to } : usual(now));
