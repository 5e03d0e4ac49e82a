import { dayAfter, monthAfter } from '../dates.ts';

/** The day of a month from which the next one is billed. */
const NEXT_MONTH_FROM_DAY = 20;

/** The month that is billed now: this one, from the 20th on the next one, whose draft also holds what this one left. */
export const monthToBill = (now: Date): string =>
  monthAfter(now, Number(dayAfter(now, 0).slice(8)) >= NEXT_MONTH_FROM_DAY ? 1 : 0);
