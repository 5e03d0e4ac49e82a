import { or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { SearchTerm } from '#functions/ports/database/customers/search-term.ts';
import { holdsTerm, holdsTermByIndex, isFoundAnywhere, type PrefixField } from './like-pattern.ts';

/** A table that is searched; its `text` has a trigram index. */
export interface SearchedTable {
  table: PgTable;
  /** Newer rows have higher ids. */
  id: PgColumn;
  /** Names what a match finds: the row itself, or its account. */
  found: PgColumn;
  visible: SQL;
  text: PgColumn;
  /** Each field has its own prefix index. */
  fields: readonly PrefixField[];
  /** Rank of a match at the start of a field; the best match counts. */
  startRank: SQL;
  rowsMax: number;
}

/** Rank of a match that is not at the start of a field. */
const ANYWHERE_RANK = sql`2`;

const NEWEST_ROWS = 1_000;

/** Reads each index in order, so that a start shared by half of the rows is found as fast as a rare one. */
const findStarts = ({ table, found, visible, fields, startRank, rowsMax }: SearchedTable, term: SearchTerm) =>
  fields.map(
    (field) => sql`(
      select ${found} as found_id, ${startRank} as rank from ${table}
      where ${field.startsWith(term)} and ${visible}
      order by ${field.order} limit ${rowsMax})`,
  );

const findInNewest = (
  { table, id, found, visible, text, rowsMax }: SearchedTable,
  terms: readonly SearchTerm[],
  areTooFew: SQL,
): SQL => sql`(
  select found_id, ${ANYWHERE_RANK} from (
    select ${found} as found_id, ${text} as text from ${table}
    where ${visible} order by ${id} desc limit ${NEWEST_ROWS}
  ) as newest_rows
  where ${areTooFew} and ${or(...terms.map((term) => holdsTerm(sql`text`, term)))}
  limit ${rowsMax})`;

/** Sorts by the negative id: for the id PostgreSQL could choose to walk its index, which takes long for a rare term. */
const findByIndex = (
  { table, id, found, visible, text, rowsMax }: SearchedTable,
  terms: readonly SearchTerm[],
  areTooFew: SQL,
): SQL => sql`(
  select found_id, ${ANYWHERE_RANK} from (
    select ${found} as found_id from ${table}
    where ${visible} and ${or(...terms.map((term) => holdsTermByIndex(text, term)))}
    order by -${id} limit ${rowsMax}
  ) as rare_rows
  where ${areTooFew})`;

const NOTHING = sql`select null::bigint as found_id, null::int as rank where false`;

const bestOf = (ways: readonly SQL[]): SQL => sql`
  select found_id, min(rank) as rank from (${sql.join([NOTHING, ...ways], sql` union all `)}) as found group by found_id`;

interface IndexedSearch {
  terms: readonly SearchTerm[];
  tables: readonly SearchedTable[];
  /** The tables in which a term that is not found anywhere may start a field. */
  tablesOfShortTerms: readonly SearchedTable[];
  /** Selects what is found in another way, with its rank, such as a record by its number. */
  known?: readonly SQL[];
  resultsMax: number;
}

/**
 * Selects the best matches as `found_id` and `rank`. The search has three steps, and skips those that are no longer
 * needed: the fields that start with a term; the newest rows, where a common term is soon found anywhere; all rows by
 * their trigrams, which is fast for a rare term. So nothing depends on PostgreSQL's estimate of how common a term is.
 */
export const selectMatches = ({
  terms,
  tables,
  tablesOfShortTerms,
  known = [],
  resultsMax,
}: IndexedSearch): SQL => {
  const wanted = terms.filter(({ form }) => form !== '');
  const longTerms = wanted.filter(isFoundAnywhere);
  const anywhere = longTerms.length > 0 ? tables : [];
  // Placed outside the search that it guards: inside, PostgreSQL would start parallel workers before it checks this.
  const areTooFew = (found: SQL): SQL => sql`(select count(*) from ${found}) < ${resultsMax}`;

  const starts = wanted.flatMap((term) =>
    (isFoundAnywhere(term) ? tables : tablesOfShortTerms).flatMap((searched) => findStarts(searched, term)),
  );
  const inNewest = anywhere.map((searched) => findInNewest(searched, longTerms, areTooFew(sql`starting`)));
  const byIndex = anywhere.map((searched) => findByIndex(searched, longTerms, areTooFew(sql`newest`)));

  return sql`(
    with starting as materialized (${bestOf([...known, ...starts])} order by rank limit ${resultsMax}),
      newest as materialized (${bestOf([sql`select found_id, rank from starting`, ...inNewest])})
    ${bestOf([sql`select found_id, rank from newest`, ...byIndex])}
    order by rank, found_id desc limit ${resultsMax}
  )`;
};
