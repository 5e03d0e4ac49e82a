import { and, desc, eq, lt, or, type SQL, sql, type WithSubquery } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { PREFIX_FIELDS } from '#functions/adapters/database/customers/sql-customer-store.ts';
import {
  hasTrigram,
  holdsTermByIndex,
  prefixPattern,
} from '#functions/adapters/database/sql/like-pattern.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { auditingPage } from '#functions/adapters/database/system/audited-reads.ts';
import { isOfPerson } from '#functions/adapters/database/system/canary-account.ts';
import { health } from '#functions/database/schema/system-tables.ts';
import { userCounts, users } from '#functions/database/schema/users-tables.ts';
import type { UserFilter, UserListStore } from '#functions/ports/database/users/user-list-store.ts';
import { ROLES, USER_STATUSES } from '#shared/contract/limits.ts';
import { healthState } from '#shared/contract/users.ts';
import { readUserRow, rowColumns } from './sql-user-store.ts';

const matchesTerm = (term: string): SQL | undefined =>
  hasTrigram(term)
    ? holdsTermByIndex(users.search_text, term)
    : or(...PREFIX_FIELDS.map((field) => sql`lower(${field}) like ${prefixPattern(term)}`));

type Group = Pick<UserFilter, 'role' | 'status'>;
type Status = (typeof USER_STATUSES)[number];

const codeOf = (status: Status): number => (status === 'active' ? 1 : 0);

const matching = ({ role, status, terms }: UserFilter): SQL =>
  sql`${and(
    isOfPerson,
    role ? eq(users.user_role, role) : undefined,
    status ? eq(users.User_Status, codeOf(status)) : undefined,
    or(...terms.map(matchesTerm)),
  )}`;

/** Counts accounts by the stored counts, which are as current for a statement as the accounts themselves. */
const countAccounts = ({ role, status }: Group = {}): SQL<number> => sql`(
  select coalesce(sum(${userCounts.accounts}), 0) from ${userCounts}
  where ${and(
    sql`true`,
    role ? eq(userCounts.role, role) : undefined,
    status ? eq(userCounts.status, codeOf(status)) : undefined,
  )})`;

/** Lists all accounts of a group by their User_Id, which PostgreSQL reads from an index alone and in order. */
const listInOrder = ({ role, status }: Group, direction: SQL): SQL => {
  if (!role && !status) {
    return sql`select ${users.User_Id} from ${users} where ${isOfPerson} order by ${users.User_Id} ${direction}`;
  }

  const parts = (role ? [role] : ROLES).flatMap((role) =>
    (status ? [status] : USER_STATUSES).map(
      (status) => sql`(
        select ${users.User_Id} as id from ${users}
        where ${users.user_role} = ${role} and ${users.User_Status} = ${codeOf(status)} and ${isOfPerson}
        order by ${users.User_Id} ${direction})`,
    ),
  );

  return sql`select id from (${sql.join(parts, sql` union all `)}) as parts order by id ${direction}`;
};

interface Page {
  page: number;
  limit: number;
}

/** Counts the accounts of a group and selects the ids of one page, read from the nearer end of the list. */
const findByKey = (group: Group, offset: number, limit: number): SQL => sql`
  with counted as materialized (select ${countAccounts(group)} as filtered)
  select filtered,
    case when ${offset} <= filtered / 2
      then array(${listInOrder(group, sql`desc`)} offset ${offset} limit ${limit})
      else array(${listInOrder(group, sql`asc`)}
        offset greatest(filtered - ${offset} - ${limit}, 0)
        limit greatest(least(filtered - ${offset}, ${limit}), 0))
    end as ids
  from counted`;

/** The same for a search: all matches must be found to be counted, and the page is a slice of them. */
const findByTerms = (filter: UserFilter, offset: number, limit: number): SQL => {
  // Beyond the last page the offset may be too large for the index of an array.
  const start = sql`least(${offset}::bigint, cardinality(ids))::int`;

  return sql`
    with found as materialized (
      select array(select ${users.User_Id} from ${users} where ${matching(filter)} order by ${users.User_Id} desc) as ids)
    select cardinality(ids) as filtered, ids[${start} + 1 : ${start} + ${limit}::int] as ids from found`;
};

/** The list as one statement; call `toSQL()` on it to look at its plan. */
export const makeUserListQuery = (
  db: Pick<Connection, 'with' | '$with'>,
  filter: UserFilter,
  { page, limit }: Page,
  before: readonly WithSubquery[] = [],
) => {
  const find = filter.terms.length > 0 ? findByTerms : findByKey;
  const found = db
    .$with('page', { filtered: sql<number>`filtered`.as('filtered'), ids: sql`ids`.as('ids') })
    .as(find(filter, (page - 1) * limit, limit));

  // An empty page needs the counts, too.
  return db
    .with(...before, found)
    .select({
      counts: {
        total: countAccounts(),
        active: countAccounts({ status: 'active' }),
        admins: countAccounts({ role: 'admin' }),
        filtered: found.filtered,
      },
      user: rowColumns,
    })
    .from(found)
    .leftJoin(users, sql`${users.User_Id} = any(${found.ids})`)
    .orderBy(desc(users.User_Id));
};

const EMPTY = { total: 0, active: 0, admins: 0, filtered: 0 };

export const makeUserListStore = (db: Connection): UserListStore => ({
  list: async (filter, page, audit) => {
    const rows = await makeUserListQuery(db, filter, page, auditingPage(db, audit));

    return {
      users: rows.flatMap(({ user }) => (user ? [readUserRow(user)] : [])),
      counts: rows[0]?.counts ?? EMPTY,
    };
  },

  count: async (filter) => {
    const found = sql`(select count(*) from ${users} where ${matching(filter)})`;
    const [row] = await db
      .select({ count: sql<number>`${filter.terms.length > 0 ? found : countAccounts(filter)}` })
      .from(ONE_ROW);

    return row?.count ?? 0;
  },

  listBefore: async (filter, userId, limit) => {
    const rows = await db
      .select({ ...rowColumns, User_Date: users.User_Date })
      .from(users)
      .where(and(matching(filter), lt(users.User_Id, userId)))
      .orderBy(desc(users.User_Id))
      .limit(limit);

    return rows.map(readUserRow);
  },

  listRecent: async (limit) => {
    const rows = await db
      .select({ ...rowColumns, User_Date: users.User_Date })
      .from(users)
      .where(isOfPerson)
      .orderBy(desc(users.User_Date), desc(users.User_Id))
      .limit(limit);

    return rows.map((row) => {
      const { user_role: User_Role, ...user } = readUserRow(row);

      return { ...user, User_Role };
    });
  },

  readStats: async (since) => {
    const rows = await db
      .select({
        totalUsers: countAccounts(),
        activeUsers: countAccounts({ status: 'active' }),
        newSignups: sql<number>`(select count(*) from ${users} where ${users.User_Date} >= ${since.toISOString()}::timestamptz and ${isOfPerson})`,
        state: health.state,
        checkedAt: health.checked_at,
      })
      // One row, so that the counts are returned even before the first check.
      .from(ONE_ROW)
      .leftJoin(health, sql`true`);
    const [first] = rows;
    if (!first) {
      throw new Error('The counts were not answered');
    }

    return {
      totalUsers: first.totalUsers,
      activeUsers: first.activeUsers,
      newSignups: first.newSignups,
      health: rows.flatMap(({ state, checkedAt }) =>
        state && checkedAt ? [{ state: healthState.parse(state), checkedAt }] : [],
      ),
    };
  },
});
