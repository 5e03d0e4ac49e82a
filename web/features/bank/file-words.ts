import type { BankAccount, BankFile, BankPreview } from '#shared/contract/bank/bank-files.ts';
import { nameDay } from '#shared/dates.ts';
import { centsFromAmount } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';

/** Leaves out what the second day says, too: '20' of '20 November 2026' before '23 November 2026'. */
const shorten = (first: string, second: string): string => {
  const [day, month, year] = first.split(' ');
  const [, otherMonth, otherYear] = second.split(' ');
  if (year !== otherYear) {
    return first;
  }

  return month === otherMonth ? `${day}` : `${day} ${month}`;
};

/** '1 to 30 November 2026' */
export const nameDays = (from: string, to: string): string =>
  from === to ? nameDay(to) : `${shorten(nameDay(from), nameDay(to))} to ${nameDay(to)}`;

/** Says which days may be missing before a file; null if none are. */
export const wordGap = ({ gapAfter, from }: Pick<BankFile, 'gapAfter' | 'from'>): string | null =>
  gapAfter === null
    ? null
    : `Nothing was read between ${shorten(nameDay(gapAfter), nameDay(from))} and ${nameDay(from)}.`;

const LAST_DIGITS = 4;

/** 'FNB, ending in 1234' */
export const nameAccount = (bank: string, account: string): string =>
  `${bank}, ending in ${account.slice(-LAST_DIGITS)}`;

export const nameOwnAccount = ({ bank, number }: Pick<BankAccount, 'bank' | 'number'>): string =>
  nameAccount(bank, number);

type Counts = BankFile['counts'];

/** The open lines that 'Book all' does not book. */
export const countToLookAt = ({ likely, unmatched, returned }: Counts): number =>
  likely + unmatched + returned;

export const countOpen = (counts: Counts): number => counts.certain + countToLookAt(counts);

export const countLines = (lines: number): string =>
  `${formatCount(lines)} ${lines === 1 ? 'line' : 'lines'}`;

export const countRows = (rows: number): string => `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`;

/** '12 lines before 1 November 2026 were ignored'; undefined if there are none. */
export const wordEarlier = ({ counts: { earlier }, bookFrom }: Pick<BankFile, 'counts' | 'bookFrom'>) =>
  earlier > 0
    ? `${countLines(earlier)} before ${nameDay(bookFrom)} ${earlier === 1 ? 'was' : 'were'} ignored`
    : undefined;

/** What would be stored of a file: '3 new lines, 2 known from an earlier file, 1 pending, left out'. */
export const wordPreview = (
  { counts, bookFrom }: Pick<BankPreview, 'counts' | 'bookFrom'>,
  firstDay: string,
): string => {
  const { lines, returned, known, earlier, pending } = counts;
  const parts = [
    `${formatCount(lines)} new ${lines === 1 ? 'line' : 'lines'}`,
    ...(returned > 0 ? [`${formatCount(returned)} of them returned by the bank`] : []),
    ...(known > 0 ? [`${formatCount(known)} known from an earlier file`] : []),
    ...(earlier > 0 ? [`${formatCount(earlier)} before ${nameDay(bookFrom ?? firstDay)}, ignored`] : []),
    ...(pending > 0 ? [`${formatCount(pending)} pending, left out`] : []),
  ];

  return parts.join(', ');
};

/** Why a file brought no line. */
export const wordNothingNew = ({ duplicates }: Counts): string => {
  if (duplicates === 0) {
    return 'No line of this file is money from clients';
  }

  return duplicates === 1
    ? 'Nothing new: its only line is known from an earlier file'
    : `Nothing new: all ${countLines(duplicates)} are known from an earlier file`;
};

/** What a file brought: '79 lines: 74 certain, 5 to look at; 3 known from an earlier file'. */
export const summarize = ({ counts, bookFrom }: Pick<BankFile, 'counts' | 'bookFrom'>): string => {
  const { lines, duplicates, certain, earlier } = counts;
  const ignored = counts.ignored - earlier;
  if (lines === 0) {
    return wordNothingNew(counts);
  }

  const states = [
    `${formatCount(certain)} certain`,
    `${formatCount(countToLookAt(counts))} to look at`,
    ...(ignored > 0 ? [`${formatCount(ignored)} ignored`] : []),
    ...(earlier > 0 ? [`${formatCount(earlier)} before ${nameDay(bookFrom)}, ignored`] : []),
  ];
  const known = duplicates > 0 ? `; ${formatCount(duplicates)} known from an earlier file` : '';

  return `${countLines(lines)}: ${states.join(', ')}${known}`;
};

const NEVER_READ = 'never read';

/** 'read until 20 November 2026' */
export const wordReadUntil = ({ readUntil }: Pick<BankAccount, 'readUntil'>): string =>
  readUntil === null ? NEVER_READ : `read until ${nameDay(readUntil)}`;

/**
 * 'Read up to 20 November 2026, 1 account never read': the earliest of the days until which the accounts were read, and
 * how many were never read. Undefined if none was read.
 */
export const wordReadUpTo = (accounts: readonly Pick<BankAccount, 'readUntil'>[]): string | undefined => {
  const days = accounts.flatMap(({ readUntil }) => readUntil ?? []).toSorted();
  const unread = accounts.length - days.length;
  const never = unread > 0 ? `, ${unread === 1 ? '1 account' : `${unread} accounts`} ${NEVER_READ}` : '';

  return days[0] && `Read up to ${nameDay(days[0])}${never}`;
};

const TERMS = [
  ['booked', 'Booked'],
  ['unidentified', 'Unidentified'],
  ['open', 'Still open'],
  ['duplicates', 'Known before'],
  ['ignored', 'Ignored'],
  ['returned', 'Returned'],
  ['fees', 'Fees'],
  ['other', 'Other rows'],
] as const;

/** What lies between the opening and the closing balance of a file, without what is 0. */
export const termsOf = ({ sums }: Pick<BankFile, 'sums'>): { label: string; amount: number }[] =>
  TERMS.map(([name, label]) => ({ label, amount: sums[name] })).filter(({ amount }) => amount !== 0);

/** What the closing balance is more than the sum that leads to it; in cents. */
export const differenceCents = (file: Pick<BankFile, 'sums' | 'opening' | 'closing'>): number =>
  centsFromAmount(file.closing ?? 0) -
  termsOf(file).reduce(
    (sum, { amount }) => sum + centsFromAmount(amount),
    centsFromAmount(file.opening ?? 0),
  );
