import { sql as raw, type SQL } from 'drizzle-orm';
import { services, users } from '#functions/database/schema.ts';
import type { CustomerSearch, CustomerStore } from '#functions/ports/customer-store.ts';
import { SEARCH_RESULTS_MAX } from '#shared/contract/customers.ts';
import { escapeLike } from './like-pattern.ts';
import type { Sql } from './sql.ts';

/** Each has a prefix index of its own. */
export const PREFIX_FIELDS = [users.User_Name, users.User_Surname, users.User_Org, users.User_Email, users.OWNumber];

const STARTS = raw.raw('0');
const CONTAINS = raw.raw('1');

/** A shorter term, or one of punctuation, has no trigram by which an index could find it. */
export const hasTrigram = (term: string): boolean => term.length >= 3 && /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(term);

/**
 * The ways to find a term, one per index. Each stops after as many rows as may be shown and reads them in the
 * order of an index, so that a term that half of the customers share is found as fast as a rare one.
 */
const waysToFind = (term: string, mayShow: SQL): SQL[] => {
  const start = raw`lower(${`${escapeLike(term)}%`})`;
  const anywhere = raw`lower(${`%${escapeLike(term)}%`})`;
  const limit = raw`limit ${SEARCH_RESULTS_MAX}`;

  const starting = PREFIX_FIELDS.map(
    (field) => raw`(
      select ${users.User_Id} as user_id, ${STARTS} as rank from ${users}
      where lower(${field}) like ${start} and ${mayShow}
      order by lower(${field}) using ~<~ ${limit})`,
  );
  if (!hasTrigram(term)) return starting;

  return [
    ...starting,
    raw`(
      select ${users.User_Id}, ${CONTAINS} from ${users}
      where ${users.search_text} like ${anywhere} and ${mayShow}
      order by ${users.User_Id} desc ${limit})`,
    raw`(
      select ${users.User_Id}, ${CONTAINS} from ${services}
      join ${users} on ${users.User_Id} = ${services.user_id}
      where ${services.search_text} like ${anywhere} and ${mayShow}
      order by ${services.id} desc ${limit})`,
  ];
};

/** The search as one statement; `toSQL()` shows it to who wants to see its plan. */
export const buildCustomerSearch = (sql: Pick<Sql, 'select'>, { terms, onlyUserId }: CustomerSearch) => {
  const mayShow = onlyUserId === undefined ? raw`true` : raw`${users.User_Id} = ${onlyUserId}`;
  const ways = terms.flatMap((term) => waysToFind(term, mayShow));
  const matches = raw`(
    select user_id, min(rank) as rank from (${raw.join(ways, raw` union all `)}) as found group by user_id
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
