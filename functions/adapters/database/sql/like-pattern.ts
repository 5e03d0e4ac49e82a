import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { SearchTerm } from '#functions/ports/database/customers/search-term.ts';

/** Escapes the characters that LIKE would read as a pattern. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A shorter word, or one of punctuation, has no trigram by which an index could find it, or only a common one. */
const hasTrigram = (word: string): boolean => word.length >= 3 && /[\p{L}\p{N}]{2}/u.test(word);

const hasLetter = (word: string): boolean => /[\p{L}\p{N}]/u.test(word);

/** True for a term that a trigram index finds at any place; others are found at the start of a field. */
export const isFoundAnywhere = ({ words }: SearchTerm): boolean =>
  words.some(hasTrigram) || words.filter(hasLetter).length > 1;

/** A field whose start a term may be, through an index. */
export interface PrefixField {
  startsWith(term: SearchTerm): SQL;
  /** The order of the index. */
  order: SQL;
}

/** A field in the form of `search_form`. */
export const inSearchForm = (column: PgColumn): PrefixField => ({
  startsWith: ({ form }) => sql`${column} like ${`${escapeLike(form)}%`}`,
  order: sql`${column}`,
});

/** A number or an address, whose hyphens and dots count. */
export const inLowerCase = (column: PgColumn): PrefixField => ({
  startsWith: ({ typed }) => sql`lower(${column}) like lower(${`${escapeLike(typed)}%`})`,
  order: sql`lower(${column}) using ~<~`,
});

const isLike = (text: PgColumn | SQL, ...pieces: readonly string[]): SQL =>
  sql`${text} like ${`%${pieces.map(escapeLike).join('%')}%`}`;

/** Parts that most rows share: the country code of a number, and the domain of an address. */
const COMMON_PART = /^\+27|(?<=[\p{L}\p{N}]{2}@).*/gsu;

const PROBE_LENGTH_MAX = 8;
const PROBES_MAX = 3;

/**
 * Pieces of a long word that are as rare as the word itself. The trigram index reads the list of each trigram in a
 * pattern, and the lists of common ones are long: every third trigram of the rare part is enough.
 */
const rarePieces = (word: string): readonly string[] => {
  if (word.length <= PROBE_LENGTH_MAX) {
    return [word];
  }
  const rarePart = word.replace(COMMON_PART, '');
  const part = hasTrigram(rarePart) ? rarePart : word;

  return (part.length > PROBE_LENGTH_MAX && part.match(/.{3}/gsu)) || [part];
};

/** What a text contains that holds the term, and by which of it the index looks. */
const patternsOf = ({ words }: SearchTerm): { all: string[]; probes: string[] } => {
  const long = words.filter(hasTrigram);
  if (long.length > 0) {
    return { all: [...words], probes: long.slice(0, PROBES_MAX) };
  }

  // Where a word starts, the index has trigrams of short ones, too.
  const toStart = (word: string) => ` ${word}`;
  return { all: words.map(toStart), probes: words.filter(hasLetter).slice(0, PROBES_MAX).map(toStart) };
};

/** True if a `search_text` contains a term that is found anywhere. */
export const holdsTerm = (text: PgColumn | SQL, term: SearchTerm): SQL =>
  sql`(${and(...patternsOf(term).all.map((pattern) => isLike(text, pattern)))})`;

/**
 * As `holdsTerm`, through the column's trigram index, which looks only for pieces of the longest words: `is true` hides
 * the whole term from the index.
 */
export const holdsTermByIndex = (text: PgColumn | SQL, term: SearchTerm): SQL => {
  const { all, probes } = patternsOf(term);
  const isWhole = probes.length === all.length && all.every(({ length }) => length <= PROBE_LENGTH_MAX);

  return sql`(${and(
    ...probes.map((probe) => isLike(text, ...rarePieces(probe))),
    isWhole ? undefined : sql`${holdsTerm(text, term)} is true`,
  )})`;
};
