import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { readJoined } from '#functions/adapters/database/sql/joined-rows.ts';
import { auditingReadOf } from '#functions/adapters/database/system/audited-reads.ts';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { SessionListStore } from '#functions/ports/database/auth/session-list-store.ts';
import { signedInBy } from '#shared/contract/factors.ts';

const columns = {
  id: sessions.id,
  browser: sessions.browser,
  system: sessions.system,
  address: sessions.address,
  createdAt: sessions.created_at,
  lastUsedAt: sessions.last_used_at,
  signedInBy: sessions.signed_in_by,
};

export const makeSessionListStore = (db: Connection): SessionListStore => ({
  listOf: async (userId, audit, now) => {
    const isOpen = and(
      eq(sessions.user_id, users.User_Id),
      isNull(sessions.needs),
      gt(sessions.expires_at, now.toISOString()),
    );
    const rows = await db
      .with(auditingReadOf(db, userId, audit))
      .select({ joined: columns })
      .from(users)
      .leftJoin(sessions, isOpen)
      .where(eq(users.User_Id, userId))
      .orderBy(desc(sessions.created_at), desc(sessions.id));

    return readJoined(rows, ({ signedInBy: way, ...session }) => ({
      ...session,
      signedInBy: signedInBy.parse(way),
    }));
  },

  end: async (userId, sessionId) => {
    const ended = await db
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.user_id, userId)))
      .returning({ id: sessions.id });

    return ended.length === 1;
  },

  endOthers: async (userId, keptId) => {
    const ended = db.$with('ended').as(
      db
        .delete(sessions)
        .where(and(eq(sessions.user_id, userId), ne(sessions.id, keptId)))
        .returning({ needs: sessions.needs }),
    );
    const [account] = await db
      .with(ended)
      .select({ ended: sql<number>`(select count(*) from ${ended} where ${ended.needs} is null)::int` })
      .from(users)
      .where(eq(users.User_Id, userId));

    return account?.ended;
  },
});
