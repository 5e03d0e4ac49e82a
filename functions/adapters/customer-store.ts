import { sql as raw, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { services, users } from '#functions/database/schema.ts';
import type { CustomerSearch, CustomerStore } from '#functions/ports/customer-store.ts';
import { SEARCH_RESULTS_MAX } from '#shared/contract/customers.ts';
import { escapeLike } from './like-pattern.ts';
import type { Sql } from './sql.ts';

/** Each has a prefix index of its own. */
export const PREFIX_FIELDS = [
  users.User_Name,
  users.User_Surname,
  users.User_Org,
  users.User_Email,
  users.OWNumber,
];
const SERVICE_FIELDS = [services.account_username, services.msisdn, services.sim_serial_number];

/** What a match is worth; the best one of a customer counts. */
const RANK = { customerStarts: raw.raw('0'), serviceStarts: raw.raw('1'), contains: raw.raw('2') };

/** A customer has a few services that start alike; the search is for customers. */
const SERVICES_MAX = 5 * SEARCH_RESULTS_MAX;

/** A shorter term, or one of punctuation, has no trigram by which an index could find it, or only a common one. */
export const hasTrigram = (term: string): boolean => term.length >= 3 && /[\p{L}\p{N}]{2}/u.test(term);

const OF_CUSTOMERS = raw`${users}`;
const OF_SERVICES = raw`${services} join ${users} on ${users.User_Id} = ${services.user_id}`;

/**
 * The ways to find what starts with a term, one per index. Each reads its index in order and stops after as many
 * rows as may be shown, so that a start that half of the customers share is found as fast as a rare one.
 */
const waysToStart = (term: string, mayShow: SQL): SQL[] => {
  const start = raw`lower(${`${escapeLike(term)}%`})`;
  const findBy = (field: PgColumn, tables: SQL, rank: SQL, rowsMax: number) => raw`(
    select ${users.User_Id} as user_id, ${rank} as rank from ${tables}
    where lower(${field}) like ${start} and ${mayShow}
    order by lower(${field}) using ~<~ limit ${rowsMax})`;

  return [
    ...PREFIX_FIELDS.map((field) => findBy(field, OF_CUSTOMERS, RANK.customerStarts, SEARCH_RESULTS_MAX)),
    ...(hasTrigram(term)
      ? SERVICE_FIELDS.map((field) => findBy(field, OF_SERVICES, RANK.serviceStarts, SERVICES_MAX))
      : []),
  ];
};

/** The ways to find a term anywhere, newest first; they are left out once enough starts with it. */
const waysToContain = (term: string, mayShow: SQL): SQL[] => {
  if (!hasTrigram(term)) return [];

  const anywhere = raw`lower(${`%${escapeLike(term)}%`})`;
  const findIn = (text: PgColumn, tables: SQL, id: PgColumn) => raw`(
    select ${users.User_Id}, ${RANK.contains} from ${tables}
    where (select count(*) from starting) < ${SEARCH_RESULTS_MAX} and ${text} like ${anywhere} and ${mayShow}
    order by ${id} desc limit ${SEARCH_RESULTS_MAX})`;

  return [
    findIn(users.search_text, OF_CUSTOMERS, users.User_Id),
    findIn(services.search_text, OF_SERVICES, services.id),
  ];
};

/** The search as one statement; `toSQL()` shows it to who wants to see its plan. */
export const buildCustomerSearch = (sql: Pick<Sql, 'select'>, { terms, onlyUserId }: CustomerSearch) => {
  const mayShow = onlyUserId === undefined ? raw`true` : raw`${users.User_Id} = ${onlyUserId}`;
  const starting = terms.flatMap((term) => waysToStart(term, mayShow));
  const containing = terms.flatMap((term) => waysToContain(term, mayShow));
  const or = raw` union all `;
  const matches = raw`(
    with starting as materialized (
      select user_id, min(rank) as rank from (${raw.join(starting, or)}) as found
      group by user_id order by rank limit ${SEARCH_RESULTS_MAX}
    )
    select user_id, min(rank) as rank
    from (${raw.join([raw`select user_id, rank from starting`, ...containing], or)}) as found
    group by user_id
  ) as matches`;

  return sql
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
    .innerJoin(matches, raw`matches.user_id = ${users.User_Id}`)
    .orderBy(
      raw`matches.rank`,
      raw`lower(${users.User_Name})`,
      raw`lower(${users.User_Surname})`,
      users.User_Id,
    )
    .limit(SEARCH_RESULTS_MAX);
};

export const makeCustomerStore = (sql: Sql): CustomerStore => ({
  search: async (search) => {
    const rows = await buildCustomerSearch(sql, search);

    return rows.map(({ status, ...customer }) => ({
      ...customer,
      customerStatus: status === 1 ? 'Active' : 'Inactive',
    }));
  },
});
