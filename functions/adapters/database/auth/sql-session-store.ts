import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { CANARY_ID } from '#functions/adapters/database/system/canary-account.ts';
import { cutAddress } from '#functions/adapters/database/system/cut-address.ts';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { SessionStore } from '#functions/ports/database/auth/session-store.ts';
import { role } from '#shared/contract/fields.ts';

export const makeSessionStore = (db: Connection): SessionStore => ({
  findUser: async (sessionId, now) => {
    const [row] = await db
      .select({
        userId: users.User_Id,
        role: users.user_role,
        mustChangePassword: users.must_change_password,
        lastUsedAt: sessions.last_used_at,
      })
      .from(sessions)
      .innerJoin(users, eq(users.User_Id, sessions.user_id))
      .where(
        and(eq(sessions.id, sessionId), gt(sessions.expires_at, now.toISOString()), eq(users.User_Status, 1)),
      );

    return row && { ...row, role: role.parse(row.role), lastUsedAt: new Date(row.lastUsedAt) };
  },

  noteUse: async (sessionId, now) => {
    // Skips a locked row, so that a request does not wait for another one of its session that notes the same.
    const free = db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId));
    await db
      .update(sessions)
      .set({ last_used_at: now.toISOString() })
      .where(inArray(sessions.id, free.for('no key update', { skipLocked: true })));
  },

  start: async ({
    id,
    userId,
    expiresAt,
    passwordHash,
    role: roleRead,
    replacedId,
    address,
    browser,
    system,
  }) => {
    // The canary signs in every five minutes: its log lines are enough.
    const person = sql`(select id from account where id > ${CANARY_ID}) as person`;
    const audited = insertAuditRows(
      { actorId: sql`id`, action: 'auth.login', address },
      { record: sql`'user ' || id`, from: person },
    );
    // The clock, and not now(), which is the start of the transaction: of two sign-ins that waited for each other,
    // the later one is newer.
    const started = await db.execute(sql`
      with account as (
        select ${users.User_Id} as id from ${users}
        where ${users.User_Id} = ${userId} and ${users.User_Status} = 1
          and ${users.User_Pass_Bkp} = ${passwordHash} and ${users.user_role} = ${roleRead}
        for no key update
      ), replaced as (
        delete from ${sessions} using account where ${sessions.id} = ${replacedId ?? null}::uuid
      ), audited as (${audited}), noted as (
        insert into ${activities} (user_id, activity_type, description)
        select id, 'login', 'Signed in' from ${person}
      )
      insert into ${sessions} (id, user_id, created_at, expires_at, browser, system, address)
      select ${id}::uuid, id, clock_timestamp(), ${expiresAt.toISOString()}::timestamptz, ${browser}, ${system},
        ${cutAddress(address)}
      from account
      returning count_sessions(user_id) as count`);

    return started.rows[0] && Number(started.rows[0].count);
  },

  endOldest: async (userId, sessionsMax, now) => {
    await db.execute(sql`
      delete from ${sessions} where ${sessions.user_id} = ${userId} and ${sessions.id} not in (
        select kept.id from ${sessions} as kept
        where kept.user_id = ${userId} and kept.expires_at > ${now.toISOString()}::timestamptz
        order by kept.created_at desc, kept.id desc limit ${sessionsMax}
      )`);
  },

  end: async (sessionId) => {
    await db.delete(sessions).where(eq(sessions.id, sessionId));
  },

  endAllOf: async (userId) => {
    await db.delete(sessions).where(eq(sessions.user_id, userId));
  },
});
