/** The calendar of the portal is Africa/Johannesburg, two hours ahead of UTC all year. */

export const TIME_ZONE = 'Africa/Johannesburg';

const OFFSET_MS = 2 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** '2026/11/20', the short date of en-ZA. */
export const formatDateShort = (iso: string): string => {
  const local = new Date(Date.parse(iso) + OFFSET_MS);

  return local.toISOString().slice(0, 10).replaceAll('-', '/');
};

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** 'November' for 11. */
export const nameMonthOfYear = (month: number): string => MONTHS[month - 1] ?? '';

/** 'Nov 20, 2026 14:05', the spec's 'MMM dd, yyyy HH:mm'. */
export const formatDateTime = (iso: string): string => {
  const local = new Date(Date.parse(iso) + OFFSET_MS);
  const [, , day, time] = local.toISOString().match(/^\d+-(\d+)-(\d+)T(\d+:\d+)/) ?? [];

  return `${MONTHS[local.getUTCMonth()]?.slice(0, 3)} ${day}, ${local.getUTCFullYear()} ${time}`;
};

/** '7 March 1990' */
export const formatDayLong = (year: number, month: number, day: number): string =>
  `${day} ${MONTHS[month - 1]} ${year}`;

/** '30 November 2026'; `day` is '2026-11-30'. */
export const nameDay = (day: string): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);

  return formatDayLong(year, month, date);
};

/** '30 November', or '30 November 2027' in another year than now; `day` is '2026-11-30'. */
export const formatDayInWords = (day: string, now: Date): string => {
  const long = nameDay(day);
  const year = ` ${yearOf(now)}`;

  return long.endsWith(year) ? long.slice(0, -year.length) : long;
};

const DAYS_NEAR = 31;

/** '27 Nov', or '27 Nov 2025' in another year than now; `day` is '2026-11-27'. */
export const formatDay = (day: string, now: Date): string => {
  const [year, month, date] = day.split('-').map(Number);
  const short = `${date} ${MONTHS[Number(month) - 1]?.slice(0, 3)}`;

  return year === yearOf(now) ? short : `${short} ${year}`;
};

/** Returns the number of days from today to a day such as '2026-11-27'; negative for one that has passed. */
const daysUntil = (day: string, now: Date): number =>
  Math.round((Date.parse(day) - Date.parse(dayAfter(now, 0))) / DAY_MS);

/** 'today', 'tomorrow' or 'in 5 days'; undefined for a day that has passed or is more than a month ahead. */
export const describeDayAhead = (day: string, now: Date): string | undefined => {
  const days = daysUntil(day, now);
  if (days < 0 || days > DAYS_NEAR) {
    return undefined;
  }

  return days < 2 ? ['today', 'tomorrow'][days] : `in ${days} days`;
};

/** 'Nov', for a month such as '2026-11'. */
export const nameMonthShort = (month: string): string =>
  MONTHS[Number(month.slice(5)) - 1]?.slice(0, 3) ?? '';

/** '14:05:09' */
export const formatTime = (iso: string): string =>
  new Date(Date.parse(iso) + OFFSET_MS).toISOString().slice(11, 19);

/** 'Nov 20, 2026 14:05:09' */
export const formatDateTimeSeconds = (iso: string): string =>
  `${formatDateTime(iso).slice(0, -'14:05'.length)}${formatTime(iso)}`;

/** Returns the day that is this many days later, such as '2026-11-28'. */
export const dayAfter = (date: Date, days: number): string =>
  new Date(date.getTime() + OFFSET_MS + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the same day a year earlier; for 29 February the 28th. */
export const yearBefore = (day: string): string =>
  `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`.replace(/-02-29$/, '-02-28');

/** Returns the same day a year later; for 29 February the 28th. */
export const yearAfter = (day: string): string =>
  `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`.replace(/-02-29$/, '-02-28');

export const yearOf = (date: Date): number => new Date(date.getTime() + OFFSET_MS).getUTCFullYear();

/** Returns the month that is this many months later, such as '2027-01'. */
export const monthAfter = (date: Date, months: number): string => {
  const local = new Date(date.getTime() + OFFSET_MS);

  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, 1))
    .toISOString()
    .slice(0, 7);
};

/** Returns the beginning of a day such as '2026-11-28'. */
export const startOfDay = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) - OFFSET_MS);
