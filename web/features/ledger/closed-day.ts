import { formatDayInWords, formatMonth, nameDay, startOf } from '#shared/dates.ts';

/**
 * Says where a payment of the bank will stand whose month is closed (D70); undefined for a day that is open. `day` may
 * be half typed.
 */
export const wordClosedDay = (
  day: string,
  firstOpenDay: string | null | undefined,
  now: Date,
): string | undefined => {
  if (!day || !firstOpenDay || day >= firstOpenDay) {
    return undefined;
  }

  return `${formatMonth(startOf(day.slice(0, 7)))} is closed: the payment will stand on ${nameDay(firstOpenDay)} and keep ${formatDayInWords(day, now)} as its bank date.`;
};
