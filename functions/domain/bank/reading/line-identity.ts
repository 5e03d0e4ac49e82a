import { hashText } from '#functions/domain/hash-text.ts';
import type { BankFile, FileRow } from './bank-file.ts';

/** What makes two lines of an account the same (D63). */
export interface LineIdentity {
  date: string;
  amountCents: number;
  balanceCents: number | null;
  /** A hash of the description without case and spaces, or in OFX of the bank's own number. */
  words: string;
  /** Its place among the lines of that day that are equal otherwise, from 1. */
  place: number;
}

type IdentifiedRow = FileRow & LineIdentity & { position: number };

/** Lines of the two formats are never the same ones: they are paired by day and amount. */
const hashWords = (format: BankFile['format'], { description, bankNumber }: FileRow): Promise<string> => {
  const words = description.toLowerCase().replaceAll(/\s/g, '');
  const prefix = format === 'csv' ? '' : `${format} `;

  return hashText(bankNumber === undefined ? `${prefix}${words}` : `${prefix}number ${bankNumber}`);
};

const compareIdentities = (one: LineIdentity, other: LineIdentity): number =>
  one.date.localeCompare(other.date) ||
  one.amountCents - other.amountCents ||
  (one.balanceCents ?? Infinity) - (other.balanceCents ?? Infinity) ||
  one.words.localeCompare(other.words) ||
  one.place - other.place;

/** Returns the rows in the order of their identity, so that writers who meet wait for each other in one order. */
export const identifyLines = async (
  rows: readonly FileRow[],
  format: BankFile['format'],
): Promise<IdentifiedRow[]> => {
  const isNewestFirst = (rows[0]?.date ?? '') > (rows.at(-1)?.date ?? '');
  const places = new Map<string, number>();
  const lines: IdentifiedRow[] = [];
  for (const row of rows) {
    const words = await hashWords(format, row);
    const equal = [row.date, row.amountCents, row.balanceCents, words].join(' ');
    const place = (places.get(equal) ?? 0) + 1;
    places.set(equal, place);
    lines.push({ ...row, words, place, position: isNewestFirst ? -row.row : row.row });
  }

  return lines.toSorted(compareIdentities);
};
