import { dayAfter, formatDay } from '#shared/dates.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** From here on the date says more than the number of days. */
const DATED_FROM_MS = 7 * DAY_MS;

/**
 * Says how long ago a time is: 'just now', '5 min ago', '3 h ago', '2 days ago', and after a week its date. A time
 * that lies ahead counts as now, because clocks differ. `now` is in ms.
 */
export const formatAgo = (iso: string, now: number): string => {
  const age = now - Date.parse(iso);
  if (age < MINUTE_MS) {
    return 'just now';
  }
  if (age < HOUR_MS) {
    return `${Math.floor(age / MINUTE_MS)} min ago`;
  }
  if (age < DAY_MS) {
    return `${Math.floor(age / HOUR_MS)} h ago`;
  }
  if (age < 2 * DAY_MS) {
    return '1 day ago';
  }
  if (age < DATED_FROM_MS) {
    return `${Math.floor(age / DAY_MS)} days ago`;
  }

  return formatDay(dayAfter(new Date(iso), 0), new Date(now));
};
