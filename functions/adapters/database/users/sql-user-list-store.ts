import { and, desc, lt, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { auditingPage } from '#functions/adapters/database/system/audited-reads.ts';
import { isOfPerson } from '#functions/adapters/database/system/canary-account.ts';
import { health } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { UserListStore } from '#functions/ports/database/users/user-list-store.ts';
import type { UserListRow } from '#shared/contract/users/user-list.ts';
import { healthState } from '#shared/contract/users.ts';
import { readUserRow, rowColumns } from './user-columns.ts';
import { countAccounts, countMatching, makeUserListQuery, matching } from './user-list-query.ts';

const EMPTY = { total: 0, active: 0, admins: 0, filtered: 0 };

const readListed = (json: string): UserListRow => {
  const row: UserListRow = JSON.parse(json);

  return { ...row, User_Date: new Date(row.User_Date).toISOString() };
};

export const makeUserListStore = (db: Connection): UserListStore => ({
  list: async (filter, page, audit) => {
    const rows = await makeUserListQuery(db, filter, page, auditingPage(db, audit));

    return {
      users: rows.flatMap(({ user }) => (user === null ? [] : [readListed(user)])),
      counts: rows[0] ? JSON.parse(rows[0].counts) : EMPTY,
    };
  },

  count: async (filter) => {
    const [row] = await db.select({ count: countMatching(filter) }).from(ONE_ROW);

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

  listRecent: async (limit, audit) => {
    const rows = await db
      .with(...auditingPage(db, audit))
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
