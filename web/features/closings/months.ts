import type { Closing } from '#shared/contract/closings.ts';
import { formatMonth, monthAfter, startOf } from '#shared/dates.ts';

const MONTHS_OFFERED = 24;

/** 'October 2026' */
export const nameMonth = (month: string): string => formatMonth(startOf(month));

export const monthBehind = (month: string): string => monthAfter(startOf(month), 1);

export const isOver = (month: string, now: Date): boolean => month < monthAfter(now, 0);

/** True until somebody opens the month again. */
export const isLiving = ({ openedAt }: Closing): boolean => openedAt === null;

/** The newest closed month; undefined while none is closed. */
export const lastClosedOf = (closings: readonly Closing[]): string | undefined =>
  closings
    .filter(isLiving)
    .map(({ month }) => month)
    .sort()
    .at(-1);

/** The months of which one can be closed next: any that is over, and after the first closing the one that follows. */
export const closableMonths = (closings: readonly Closing[], now: Date): string[] => {
  const last = lastClosedOf(closings);
  if (last !== undefined) {
    return [monthBehind(last)].filter((month) => isOver(month, now));
  }

  return Array.from({ length: MONTHS_OFFERED }, (_, back) => monthAfter(now, -1 - back));
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
