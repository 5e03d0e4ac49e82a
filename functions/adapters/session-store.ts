import { and, eq, gt } from 'drizzle-orm';
import { sessions, users } from '#functions/database/schema.ts';
import type { SessionStore } from '#functions/ports/session-store.ts';
import { role } from '#shared/contract/fields.ts';
import type { Sql } from './sql.ts';

export const makeSessionStore = (sql: Sql): SessionStore => ({
  findUser: async (sessionId, now) => {
    const [row] = await sql
      .select({ userId: users.User_Id, role: users.user_role })
      .from(sessions)
      .innerJoin(users, eq(users.User_Id, sessions.user_id))
      .where(
        and(eq(sessions.id, sessionId), gt(sessions.expires_at, now.toISOString()), eq(users.User_Status, 1)),
      );

    return row && { userId: row.userId, role: role.parse(row.role) };
  },

  start: async ({ id, userId, expiresAt }) => {
    await sql.insert(sessions).values({ id, user_id: userId, expires_at: expiresAt.toISOString() });
  },

  end: async (sessionId) => {
    await sql.delete(sessions).where(eq(sessions.id, sessionId));
  },

  endAllOf: async (userId) => {
    await sql.delete(sessions).where(eq(sessions.user_id, userId));
  },
});
