import { dayAfter, startOfDay } from '#shared/dates.ts';
import { formatRand } from '#shared/money.ts';
import type { BankFile } from './bank-file.ts';

interface LastFile {
  readUntil: string | null;
  closingCents: number | null;
}

/**
 * Says that the closing balance of an OFX file does not follow from the account's last file. OFX has no opening balance by
 * which a file could prove itself, and some banks write a wrong one, so this refuses nothing (D63).
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
  const goesOn = readUntil <= to && dayAfter(startOfDay(readUntil), 1) >= from;
  const expected = shown
    .filter(({ date, becomes }) => becomes !== 'pending' && date > readUntil)
    .reduce((sum, { amountCents }) => sum + amountCents, last.closingCents);

  return goesOn && expected !== closingCents
    ? [
        `The closing balance of the file is ${formatRand(closingCents)}, but the last file and what came since lead to ${formatRand(expected)}.`,
      ]
    : [];
};
