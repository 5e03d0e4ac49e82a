import { dayAfter, formatDateShort, yearBefore } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';

/** Returns the first open day, at most a year back, or without closings the first of this month (D63). */
export const suggestBookFrom = (firstOpenDay: string | null, today: string): string => {
  const earliest = yearBefore(today);
  const suggested = firstOpenDay ?? `${today.slice(0, 7)}-01`;

  return suggested < earliest ? earliest : suggested;
};

/** Refuses a first day by which an account's money would stay hidden, or years of it would be booked again. */
export const requireBookFrom = (bookFrom: string, now: Date): string => {
  const earliest = yearBefore(dayAfter(now, 0));
  if (bookFrom < earliest || bookFrom > dayAfter(now, 1)) {
    const sentence = `Please choose a day from ${formatDateShort(earliest)} to tomorrow.`;
    throw new AppError('unprocessable', sentence, { fields: { bookFrom: sentence } });
  }

  return bookFrom;
};

/** Returns the first day of the account's lines that are booked: the one that it has, else the chosen one. */
export const chooseBookFrom = (
  account: { bookFrom: string | null; firstOpenDay: string | null },
  chosen: string | undefined,
  now: Date,
): string =>
  account.bookFrom ??
  (chosen === undefined
    ? suggestBookFrom(account.firstOpenDay, dayAfter(now, 0))
    : requireBookFrom(chosen, now));
