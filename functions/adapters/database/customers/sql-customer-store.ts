import { eq, gt, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Connection } from '#functions/adapters/database/connection.ts';
import {
  hasTrigram,
  holdsTerm,
  holdsTermByIndex,
  prefixPattern,
} from '#functions/adapters/database/sql/like-pattern.ts';
import { auditingPage } from '#functions/adapters/database/system/audited-reads.ts';
import { CANARY_ID } from '#functions/adapters/database/system/canary-account.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { CustomerSearch, CustomerStore } from '#functions/ports/database/customers/customer-store.ts';
import { SEARCH_RESULTS_MAX } from '#shared/contract/customers.ts';

/** Each field has its own prefix index. */
export const PREFIX_FIELDS = [
  users.User_Name,
  users.User_Surname,
  users.User_Org,
  users.User_Email,
  users.OWNumber,
];

/** A table that is searched for customers; its `text` has a trigram index. */
interface SearchedTable {
  table: PgTable;
  id: PgColumn;
  userId: PgColumn;
  text: PgColumn;
  fields: readonly PgColumn[];
  /** Rank of a match at the start of a field; a customer's best match counts. */
  startRank: SQL;
  rowsMax: number;
}

const CUSTOMERS: SearchedTable = {
  table: users,
  id: users.User_Id,
  userId: users.User_Id,
  text: users.search_text,
  fields: PREFIX_FIELDS,
  startRank: sql`0`,
  rowsMax: SEARCH_RESULTS_MAX,
};

const SERVICES: SearchedTable = {
  table: services,
  id: services.id,
  userId: services.user_id,
  text: services.search_text,
  fields: [services.account_username, services.msisdn, services.sim_serial_number],
  startRank: sql`1`,
  // A customer may have several services that start alike, but the search returns customers.
  rowsMax: 5 * SEARCH_RESULTS_MAX,
};

const SEARCHED_TABLES = [CUSTOMERS, SERVICES];

/** Rank of a match that is not at the start of a field. */
const ANYWHERE_RANK = sql`2`;

const NEWEST_ROWS = 1_000;

/** Placed outside the search that it guards: inside, PostgreSQL would start parallel workers before it checks this. */
const areTooFew = (found: SQL): SQL => sql`(select count(*) from ${found}) < ${SEARCH_RESULTS_MAX}`;

/** Reads each index in order, so that a start shared by half of the customers is found as fast as a rare one. */
const findStarts = (searched: SearchedTable, term: string, visible: SQL): SQL[] =>
  searched.fields.map(
    (field) => sql`(
      select ${searched.userId} as user_id, ${searched.startRank} as rank from ${searched.table}
      where lower(${field}) like ${prefixPattern(term)} and ${visible}
      order by lower(${field}) using ~<~ limit ${searched.rowsMax})`,
  );

const findInNewest = (
  { table, id, userId, text, rowsMax }: SearchedTable,
  terms: readonly string[],
  visible: SQL,
): SQL => sql`(
  select user_id, ${ANYWHERE_RANK} from (
    select ${userId} as user_id, ${text} as text from ${table}
    where ${visible} order by ${id} desc limit ${NEWEST_ROWS}
  ) as newest_rows
  where ${areTooFew(sql`starting`)} and ${or(...terms.map((term) => holdsTerm(sql`text`, term)))}
  limit ${rowsMax})`;

/** Sorts by the negative id: for the id PostgreSQL could choose to walk its index, which takes long for a rare term. */
const findByIndex = (
  { table, id, userId, text, rowsMax }: SearchedTable,
  terms: readonly string[],
  visible: SQL,
): SQL => sql`(
  select user_id, ${ANYWHERE_RANK} from (
    select ${userId} as user_id from ${table}
    where ${visible} and ${or(...terms.map((term) => holdsTermByIndex(text, term)))}
    order by -${id} limit ${rowsMax}
  ) as rare_rows
  where ${areTooFew(sql`newest`)})`;

const bestOf = (ways: readonly SQL[]): SQL => sql`
  select user_id, min(rank) as rank from (${sql.join([...ways], sql` union all `)}) as found group by user_id`;

/**
 * The search as one statement; call `toSQL()` on it to look at its plan. It has three steps, and skips those that are
 * no longer needed: the fields that start with a term; the newest rows, where a common term is soon found anywhere;
 * all rows by their trigrams, which is fast for a rare term. So nothing depends on PostgreSQL's estimate of how
 * common a term is.
 */
export const makeCustomerSearchQuery = (
  db: Pick<Connection, 'select'>,
  { terms, onlyUserId }: CustomerSearch,
) => {
  const visible = ({ userId }: SearchedTable) =>
    onlyUserId === undefined ? gt(userId, CANARY_ID) : eq(userId, onlyUserId);
  const longTerms = terms.filter(hasTrigram);
  const anywhere = longTerms.length > 0 ? SEARCHED_TABLES : [];

  const starts = terms.flatMap((term) =>
    (hasTrigram(term) ? SEARCHED_TABLES : [CUSTOMERS]).flatMap((searched) =>
      findStarts(searched, term, visible(searched)),
    ),
  );
  const inNewest = anywhere.map((searched) => findInNewest(searched, longTerms, visible(searched)));
  const byIndex = anywhere.map((searched) => findByIndex(searched, longTerms, visible(searched)));

  const matches = sql`(
    with starting as materialized (${bestOf(starts)} order by rank limit ${SEARCH_RESULTS_MAX}),
      newest as materialized (${bestOf([sql`select user_id, rank from starting`, ...inNewest])})
    ${bestOf([sql`select user_id, rank from newest`, ...byIndex])}
    order by rank, user_id desc limit ${SEARCH_RESULTS_MAX}
  ) as matches`;

  return db
    .select({
      id: users.User_Id,
      firstName: users.User_Name,
      lastName: users.User_Surname,
      email: users.User_Email,
      owNumber: users.OWNumber,
      company: users.User_Org,
      phone: users.User_Mobile,
      status: users.User_Status,
    })
    .from(users)
    .innerJoin(matches, sql`matches.user_id = ${users.User_Id}`)
    .orderBy(
      sql`matches.rank`,
      sql`lower(${users.User_Name})`,
      sql`lower(${users.User_Surname})`,
      users.User_Id,
    )
    .limit(SEARCH_RESULTS_MAX);
};

export const makeCustomerStore = (db: Connection): CustomerStore => ({
  search: async (search, audit) => {
    const rows = await makeCustomerSearchQuery(audit ? db.with(...auditingPage(db, audit)) : db, search);

    return rows.map(({ status, ...customer }) => ({
      ...customer,
      customerStatus: status === 1 ? 'Active' : 'Inactive',
    }));
  },
});
