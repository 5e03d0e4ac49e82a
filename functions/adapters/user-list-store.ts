import { and, desc, eq, lt, or, sql as raw, type SQL } from 'drizzle-orm';
import { health, users } from '#functions/database/schema.ts';
import type { UserFilter, UserListStore } from '#functions/ports/user-list-store.ts';
import { healthState } from '#shared/contract/users.ts';
import { hasTrigram, PREFIX_FIELDS } from './customer-store.ts';
import { escapeLike } from './like-pattern.ts';
import type { Sql } from './sql.ts';
import { readUserRow, rowColumns } from './user-store.ts';

const ofRoleAndStatus = ({ role, status }: UserFilter): SQL =>
  raw`${and(
    raw`true`,
    role ? eq(users.user_role, role) : undefined,
    status ? eq(users.User_Status, status === 'active' ? 1 : 0) : undefined,
  )}`;

const holdsTerm = (term: string): SQL | undefined =>
  hasTrigram(term)
    ? raw`${users.search_text} like lower(${`%${escapeLike(term)}%`})`
    : or(...PREFIX_FIELDS.map((field) => raw`lower(${field}) like lower(${`${escapeLike(term)}%`})`));

const matching = (filter: UserFilter): SQL | undefined =>
  and(ofRoleAndStatus(filter), or(...filter.terms.map(holdsTerm)));

/** By the groups of role and status where they are enough; a search must look at what it finds. */
const countFiltered = (filter: UserFilter): SQL =>
  filter.terms.length === 0
    ? raw`sum(accounts) filter (where ${ofRoleAndStatus(filter)})`
    : raw`(select count(*) from ${users} where ${matching(filter)})`;

interface Page {
  page: number;
  limit: number;
}

/**
 * The list as one statement; `toSQL()` shows it to who wants to see its plan. An index is walked to the page from the
 * nearer of its ends, so that the last page is as quick as the first, and the rows are looked up last, by their ids.
 */
export const buildUserList = (
  sql: Pick<Sql, 'with' | '$with'>,
  filter: UserFilter,
  { page, limit }: Page,
) => {
  const offset = raw`${(page - 1) * limit}::bigint`;
  const rest = raw`(select filtered - ${offset} from counts)`;
  const accounts = raw`select ${users.User_Id} as id from ${users} where ${matching(filter)}`;

  const counts = sql
    .$with('counts', {
      total: raw<number>`total`.as('total'),
      active: raw<number>`active`.as('active'),
      admins: raw<number>`admins`.as('admins'),
      filtered: raw<number>`filtered`.as('filtered'),
    })
    .as(raw`
      select coalesce(sum(accounts), 0)::bigint as total,
        coalesce(sum(accounts) filter (where "User_Status" = 1), 0)::bigint as active,
        coalesce(sum(accounts) filter (where user_role = 'admin'), 0)::bigint as admins,
        coalesce(${countFiltered(filter)}, 0)::bigint as filtered
      from (select user_role, "User_Status", count(*) as accounts from ${users} group by 1, 2) as ${users}`);
  // The outer limit tells the planner how few rows there are to look up.
  const ids = sql.$with('page', { id: raw<number>`id`.as('id') }).as(raw`
    select id from (
      (${accounts} and ${rest} >= ${offset} order by ${users.User_Id} desc limit ${limit} offset ${offset})
      union all
      (${accounts} and ${rest} < ${offset} order by ${users.User_Id}
        limit greatest(least(${rest}, ${limit}), 0) offset greatest(${rest} - ${limit}, 0))
    ) as nearer limit ${limit}`);

  // The counts are there on an empty page, too.
  return sql
    .with(counts, ids)
    .select({
      counts: {
        total: counts.total,
        active: counts.active,
        admins: counts.admins,
        filtered: counts.filtered,
      },
      user: rowColumns,
    })
    .from(counts)
    .leftJoin(ids, raw`true`)
    .leftJoin(users, eq(users.User_Id, ids.id))
    .orderBy(desc(users.User_Id));
};

const EMPTY = { total: 0, active: 0, admins: 0, filtered: 0 };

export const makeUserListStore = (sql: Sql): UserListStore => ({
  list: async (filter, page) => {
    const rows = await buildUserList(sql, filter, page);

    return {
      users: rows.flatMap(({ user }) => (user ? [readUserRow(user)] : [])),
      counts: rows[0]?.counts ?? EMPTY,
    };
  },

  count: async (filter) => {
    const [row] = await sql.select({ count: raw<number>`count(*)` }).from(users).where(matching(filter));

    return row?.count ?? 0;
  },

  listBefore: async (filter, userId, limit) => {
    const rows = await sql
      .select({ ...rowColumns, User_Date: users.User_Date })
      .from(users)
      .where(and(matching(filter), lt(users.User_Id, userId)))
      .orderBy(desc(users.User_Id))
      .limit(limit);

    return rows.map(readUserRow);
  },

  listRecent: async (limit) => {
    const rows = await sql
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
    const rows = await sql
      .select({
        totalUsers: raw<number>`(select count(*) from ${users})`,
        activeUsers: raw<number>`(select count(*) from ${users} where ${users.User_Status} = 1)`,
        newSignups: raw<number>`(select count(*) from ${users} where ${users.User_Date} >= ${since.toISOString()}::timestamptz)`,
        state: health.state,
        checkedAt: health.checked_at,
      })
      // One row, so that the counts are there before anything was checked.
      .from(raw`(select) as always`)
      .leftJoin(health, raw`true`);
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
