import { formatDayInWords, nameDay } from '#shared/dates.ts';
import { nameMonth } from '#shared/months.ts';

/**
 * Says on which day that is open something of the bank will stand whose month is closed (D70); undefined for a day that
 * is open. `day` may be half typed.
 */
export const wordClosedDay = (
  what: string,
  day: string,
  firstOpenDay: string | null | undefined,
  now: Date,
): string | undefined => {
  if (!day || !firstOpenDay || day >= firstOpenDay) {
    return undefined;
  }

  return `${nameMonth(day.slice(0, 7))} is closed: ${what} will stand on ${nameDay(firstOpenDay)} and keep ${formatDayInWords(day, now)} as its bank date.`;
};
