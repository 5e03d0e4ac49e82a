import { and, eq, gt, sql as raw } from 'drizzle-orm';
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

  start: async ({ id, userId, expiresAt, passwordHash, role: roleRead }) => {
    const started = await sql.execute(raw`
      insert into ${sessions} (id, user_id, expires_at)
      select ${id}::uuid, ${users.User_Id}, ${expiresAt.toISOString()}::timestamptz from ${users}
      where ${users.User_Id} = ${userId} and ${users.User_Status} = 1
        and ${users.User_Pass_Bkp} = ${passwordHash} and ${users.user_role} = ${roleRead}
      for share
      returning id`);

    return started.rows.length === 1;
  },

  end: async (sessionId) => {
    await sql.delete(sessions).where(eq(sessions.id, sessionId));
  },

  endAllOf: async (userId) => {
    await sql.delete(sessions).where(eq(sessions.user_id, userId));
  },
});
