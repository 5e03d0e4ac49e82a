import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Escapes the characters that LIKE would read as a pattern. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A shorter term, or one of punctuation, has no trigram by which an index could find it, or only a common one. */
export const hasTrigram = (term: string): boolean => term.length >= 3 && /[\p{L}\p{N}]{2}/u.test(term);

/** Matches lower-case text that starts with the term. */
export const prefixPattern = (term: string): SQL => sql`lower(${`${escapeLike(term)}%`})`;

const patternOf = (pieces: readonly string[]): SQL => sql`lower(${`%${pieces.map(escapeLike).join('%')}%`})`;

/** The country code of numbers, and everything after the @ of an address: most rows have the same. */
const COMMON_PART = /^\+27|(?<=[\p{L}\p{N}]{2}@).*/gsu;

const PROBE_LENGTH_MAX = 8;

/**
 * Pieces of a long term that are as rare as the term itself. The trigram index reads the list of each trigram in a
 * pattern, and the lists of common ones are long: every third trigram of the rare part is enough.
 */
const rarePieces = (term: string): readonly string[] => {
  const rarePart = term.replace(COMMON_PART, '');
  const part = hasTrigram(rarePart) ? rarePart : term;

  return (part.length > PROBE_LENGTH_MAX && part.match(/.{3}/gsu)) || [part];
};

/** True if a lower-case column contains a term that has a trigram, at any place. */
export const holdsTerm = (text: PgColumn | SQL, term: string): SQL => sql`${text} like ${patternOf([term])}`;

/**
 * As `holdsTerm`, through the column's trigram index, which looks only for the pieces: `is true` hides the whole term
 * from the index.
 */
export const holdsTermByIndex = (text: PgColumn | SQL, term: string): SQL =>
  term.length > PROBE_LENGTH_MAX
    ? sql`(${text} like ${patternOf(rarePieces(term))} and (${holdsTerm(text, term)}) is true)`
    : holdsTerm(text, term);
