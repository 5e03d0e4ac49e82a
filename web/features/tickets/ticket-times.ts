import { formatDateTime, formatTime } from '#shared/dates.ts';
import { isOpenStatus } from '#shared/tickets/ticket-codes.ts';

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** Formats minutes as '45 min', '2 h' or '1 d 4 h': the two largest parts, without zeros. */
export const wordMinutes = (minutes: number): string => {
  if (minutes < 1) {
    return '<1 min';
  }

  const parts = [
    [Math.floor(minutes / DAY_MINUTES), 'd'],
    [Math.floor((minutes % DAY_MINUTES) / HOUR_MINUTES), 'h'],
    [minutes % HOUR_MINUTES, 'min'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);

  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
};

const countOf = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** Interval at which the task that fills our copy runs (D21). */
const COPY_EVERY_MS = 60_000;

/**
 * Formats the age of the copy: 'Updated 2 minutes ago', or the date and time if it is older than a day. For a copy
 * younger than a minute it adds when the next one is due. `now` is in ms.
 */
export const wordAge = (fetchedAt: string, now: number): string => {
  const copiedAt = Date.parse(fetchedAt);
  const minutes = Math.floor((now - copiedAt) / 60_000);
  if (minutes < 1) {
    return `Updated just now, next at ${formatTime(new Date(copiedAt + COPY_EVERY_MS).toISOString())}`;
  }
  if (minutes < HOUR_MINUTES) {
    return `Updated ${countOf(minutes, 'minute')} ago`;
  }
  if (minutes < DAY_MINUTES) {
    return `Updated ${countOf(Math.floor(minutes / HOUR_MINUTES), 'hour')} ago`;
  }

  return `Updated ${formatDateTime(fetchedAt)}`;
};

interface Due {
  status: number;
  due_by: string | null;
}

/** Returns an open ticket's due time and whether it has passed; undefined if the ticket is done or has no due time. */
export const readDue = ({ status, due_by }: Due, now: number) =>
  due_by !== null && isOpenStatus(status)
    ? { text: `Due ${formatDateTime(due_by)}`, isOverdue: Date.parse(due_by) < now }
    : undefined;
