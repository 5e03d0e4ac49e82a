import { hashText } from '#functions/domain/hash-text.ts';
import type { FileRow } from './bank-file.ts';

/** What makes two lines of an account the same (D63). */
export interface LineIdentity {
  date: string;
  amountCents: number;
  balanceCents: number | null;
  /** A hash of the description without case and spaces. */
  words: string;
  /** Its place among the lines of that day that are equal otherwise, from 1. */
  place: number;
}

const hashWords = (description: string): Promise<string> =>
  hashText(description.toLowerCase().replaceAll(/\s/g, ''));

const compareIdentities = (one: LineIdentity, other: LineIdentity): number =>
  one.date.localeCompare(other.date) ||
  one.amountCents - other.amountCents ||
  (one.balanceCents ?? Infinity) - (other.balanceCents ?? Infinity) ||
  one.words.localeCompare(other.words) ||
  one.place - other.place;

/** Returns the rows in the order of their identity, so that writers who meet wait for each other in one order. */
export const identifyLines = async (rows: readonly FileRow[]): Promise<(FileRow & LineIdentity)[]> => {
  const places = new Map<string, number>();
  const lines: (FileRow & LineIdentity)[] = [];
  for (const row of rows) {
    const words = await hashWords(row.description);
    const equal = [row.date, row.amountCents, row.balanceCents, words].join(' ');
    const place = (places.get(equal) ?? 0) + 1;
    places.set(equal, place);
    lines.push({ ...row, words, place });
  }

  return lines.toSorted(compareIdentities);
};
