import { dayAfter, monthAfter } from '#shared/dates.ts';
import { nameMonth } from '#shared/months.ts';
import { lastThreeMonths, type Period, periodOfMonth } from './periods.ts';

interface NamedPeriod extends Period {
  name: string;
}

const MONTHS_OFFERED = 12;

const THIS_AND_LAST_MONTH = ['This month', 'Last month'];

/** Returns the month that is this many months back, without its days ahead. */
const monthBack = (now: Date, months: number): NamedPeriod => {
  const month = monthAfter(now, -months);
  const name = nameMonth(month);
  const relative = THIS_AND_LAST_MONTH[months];

  return { name: relative ? `${relative} (${name})` : name, ...periodOfMonth(month, now) };
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
