import { and, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm';
import { health } from '#functions/database/schema/system.ts';
import { users } from '#functions/database/schema/users.ts';
import type { UserFilter, UserListStore } from '#functions/ports/database/user-list-store.ts';
import { healthState } from '#shared/contract/users.ts';
import type { Connection } from './connection.ts';
import { PREFIX_FIELDS } from './customer-store.ts';
import { hasTrigram, holdsTermByIndex, startPattern } from './like-pattern.ts';
import { readUserRow, rowColumns } from './user-store.ts';

const matchesTerm = (term: string): SQL | undefined =>
  hasTrigram(term)
    ? holdsTermByIndex(users.search_text, term)
    : or(...PREFIX_FIELDS.map((field) => sql`lower(${field}) like ${startPattern(term)}`));

const matching = ({ role, status, terms }: UserFilter): SQL =>
  sql`${and(
    sql`true`,
    role ? eq(users.user_role, role) : undefined,
    status ? eq(users.User_Status, status === 'active' ? 1 : 0) : undefined,
    or(...terms.map(matchesTerm)),
  )}`;

interface Page {
  page: number;
  limit: number;
}

/**
 * The list as one statement; `toSQL()` shows it to who wants to see its plan. One pass over an index finds the ids of
 * all that match: how many they are is the count, and a slice of them is the page, the last as quickly as the first.
 */
export const buildUserList = (
  db: Pick<Connection, 'with' | '$with'>,
  filter: UserFilter,
  { page, limit }: Page,
) => {
  const found = db
    .$with('found', {
      total: sql<number>`total`.as('total'),
      active: sql<number>`active`.as('active'),
      admins: sql<number>`admins`.as('admins'),
      ids: sql`ids`.as('ids'),
    })
    .as(sql`
      select count(*) as total,
        count(*) filter (where ${users.User_Status} = 1) as active,
        (select count(*) from ${users} where ${users.user_role} = 'admin') as admins,
        array(select ${users.User_Id} from ${users} where ${matching(filter)} order by ${users.User_Id} desc) as ids
      from ${users}`);
  const filtered = sql<number>`cardinality(${found.ids})`;
  // Beyond the last page the offset may be too large for the index of an array.
  const offset = sql`least(${(page - 1) * limit}::bigint, ${filtered})::int`;

  // The counts are there on an empty page, too.
  return db
    .with(found)
    .select({
      counts: { total: found.total, active: found.active, admins: found.admins, filtered },
      user: rowColumns,
    })
    .from(found)
    .leftJoin(users, sql`${users.User_Id} = any((${found.ids})[${offset} + 1 : ${offset} + ${limit}::int])`)
    .orderBy(desc(users.User_Id));
};

const EMPTY = { total: 0, active: 0, admins: 0, filtered: 0 };

export const makeUserListStore = (db: Connection): UserListStore => ({
  list: async (filter, page) => {
    const rows = await buildUserList(db, filter, page);

    return {
      users: rows.flatMap(({ user }) => (user ? [readUserRow(user)] : [])),
      counts: rows[0]?.counts ?? EMPTY,
    };
  },

  count: async (filter) => {
    const [row] = await db.select({ count: sql<number>`count(*)` }).from(users).where(matching(filter));

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
        totalUsers: sql<number>`(select count(*) from ${users})`,
        activeUsers: sql<number>`(select count(*) from ${users} where ${users.User_Status} = 1)`,
        newSignups: sql<number>`(select count(*) from ${users} where ${users.User_Date} >= ${since.toISOString()}::timestamptz)`,
        state: health.state,
        checkedAt: health.checked_at,
      })
      // One row, so that the counts are there before anything was checked.
      .from(sql`(select) as always`)
      .leftJoin(health, sql`true`);
    const [first] = rows;
    if (!first) throw new Error('The counts were not answered');

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
