import type { Closing } from '#shared/contract/books/closings.ts';
import { monthAfter, nameDay } from '#shared/dates.ts';
import { nameMonth, startOf } from '#shared/months.ts';

/** 'October 2026' */
export const monthBehind = (month: string): string => monthAfter(startOf(month), 1);

export const isOver = (month: string, now: Date): boolean => month < monthAfter(now, 0);

/** True until somebody opens the month again. */
export const isLiving = ({ openedAt }: Closing): boolean => openedAt === null;

/** True while the VAT of a closed month is filed. */
export const isFiledNow = (closing: Closing): boolean => isLiving(closing) && closing.isFiled;

export const STAYS_CLOSED = 'VAT filed, so it stays closed';

/** The newest closed month; undefined while none is closed. */
export const lastClosedOf = (closings: readonly Closing[]): string | undefined =>
  closings
    .filter(isLiving)
    .map(({ month }) => month)
    .sort()
    .at(-1);

/** The newest month that can be closed next; undefined while it is not over. The first closing may be of an older one. */
export const closableMonth = (closings: readonly Closing[], now: Date): string | undefined => {
  const last = lastClosedOf(closings);
  const next = last === undefined ? monthAfter(now, -1) : monthBehind(last);

  return isOver(next, now) ? next : undefined;
};

/** The months that have entries, and the newest one in any case, the newest first. */
export const monthsBackTo = (oldest: string, newest: string): string[] => {
  const months = [newest];
  for (let month = monthAfter(startOf(newest), -1); month >= oldest; month = monthAfter(startOf(month), -1)) {
    months.push(month);
  }

  return months;
};

export interface ClosedMonth {
  month: string;
  /** The newest first. */
  closings: Closing[];
}

/** Puts the closings of each month together, the newest month first. */
export const byMonth = (closings: readonly Closing[]): ClosedMonth[] =>
  [...new Set(closings.map(({ month }) => month))]
    .sort()
    .reverse()
    .map((month) => ({ month, closings: closings.filter((one) => one.month === month) }));

/** Says which month can be closed next, or from when on. */
export const wordNext = (month: string | undefined, last: string | undefined): string => {
  if (month === undefined) {
    const next = monthBehind(last ?? '');

    return `All months that are over are closed. ${nameMonth(next)} can be closed from ${nameDay(`${monthBehind(next)}-01`)} on.`;
  }

  return last === undefined
    ? 'No month is closed yet, so figures of past months can still change.'
    : `${nameMonth(month)} is over and still open, so its figures can still change.`;
};
