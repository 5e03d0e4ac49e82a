import { dayAfter, startOfDay } from '#shared/dates.ts';
import { formatRand } from '#shared/money.ts';
import type { BankFile } from './bank-file.ts';

interface LastFile {
  readUntil: string | null;
  closingCents: number | null;
}

const sumOf = (rows: readonly { amountCents: number }[]): number =>
  rows.reduce((sum, { amountCents }) => sum + amountCents, 0);

/**
 * Says that the closing balance of an OFX file does not follow from the account's last file. OFX has no opening balance by
 * which a file could prove itself, and some banks write a wrong one, so this refuses nothing (D63). The last file may have
 * been made within its last day, so any of the day's last rows may be new.
 */
export const noteClosing = (
  {
    format,
    closingCents,
    from,
    to,
    shown,
  }: Pick<BankFile, 'format' | 'closingCents' | 'from' | 'to' | 'shown'>,
  last: LastFile,
): string[] => {
  const { readUntil } = last;
  if (format !== 'ofx' || closingCents === null || last.closingCents === null || readUntil === null) {
    return [];
  }
  const moved = shown.filter(({ becomes }) => becomes !== 'pending');
  const expected = last.closingCents + sumOf(moved.filter(({ date }) => date > readUntil));
  const goesOn = readUntil <= to && dayAfter(startOfDay(readUntil), 1) >= from;
  const ofLastDay = moved.filter(({ date }) => date === readUntil);
  const follows = [ofLastDay, ofLastDay.toReversed()].some((rows) =>
    rows.some((_, place) => sumOf(rows.slice(place)) + expected === closingCents),
  );

  return goesOn && expected !== closingCents && !follows
    ? [
        `The closing balance of the file is ${formatRand(closingCents)}, but the last file and what came since lead to ${formatRand(expected)}.`,
      ]
    : [];
};
