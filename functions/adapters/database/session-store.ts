import { and, eq, gt, sql } from 'drizzle-orm';
import { sessions } from '#functions/database/schema/auth.ts';
import { users } from '#functions/database/schema/users.ts';
import type { SessionStore } from '#functions/ports/database/session-store.ts';
import { role } from '#shared/contract/fields.ts';
import type { Connection } from './connection.ts';

export const makeSessionStore = (db: Connection): SessionStore => ({
  findUser: async (sessionId, now) => {
    const [row] = await db
      .select({ userId: users.User_Id, role: users.user_role })
      .from(sessions)
      .innerJoin(users, eq(users.User_Id, sessions.user_id))
      .where(
        and(eq(sessions.id, sessionId), gt(sessions.expires_at, now.toISOString()), eq(users.User_Status, 1)),
      );

    return row && { userId: row.userId, role: role.parse(row.role) };
  },

  start: async ({ id, userId, expiresAt, passwordHash, role: roleRead }) => {
    const started = await db.execute(sql`
      insert into ${sessions} (id, user_id, expires_at)
      select ${id}::uuid, ${users.User_Id}, ${expiresAt.toISOString()}::timestamptz from ${users}
      where ${users.User_Id} = ${userId} and ${users.User_Status} = 1
        and ${users.User_Pass_Bkp} = ${passwordHash} and ${users.user_role} = ${roleRead}
      for share
      returning id`);

    return started.rows.length === 1;
  },

  end: async (sessionId) => {
    await db.delete(sessions).where(eq(sessions.id, sessionId));
  },

  endAllOf: async (userId) => {
    await db.delete(sessions).where(eq(sessions.user_id, userId));
  },
});
