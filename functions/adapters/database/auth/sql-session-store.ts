import { and, eq, gt, inArray, ne, or } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { secondStepWays } from '#functions/adapters/database/factors/second-step-ways.ts';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { SessionStore } from '#functions/ports/database/auth/session-store.ts';
import { usedSince } from '#functions/ports/session-limits.ts';
import { role } from '#shared/contract/fields.ts';

export const makeSessionStore = (db: Connection): SessionStore => ({
  findUser: async (sessionId, now) => {
    const [row] = await db
      .select({
        userId: users.User_Id,
        role: users.user_role,
        mustChangePassword: users.must_change_password,
        lastUsedAt: sessions.last_used_at,
        level: sessions.level,
        needs: sessions.needs,
        provedAt: sessions.proved_at,
      })
      .from(sessions)
      .innerJoin(users, eq(users.User_Id, sessions.user_id))
      .where(
        and(
          eq(sessions.id, sessionId),
          gt(sessions.expires_at, now.toISOString()),
          eq(users.User_Status, 1),
          or(ne(users.user_role, 'admin'), gt(sessions.last_used_at, usedSince('admin', now).toISOString())),
        ),
      );
    if (!row) {
      return undefined;
    }
    const { needs, level, ...found } = row;

    return {
      ...found,
      role: role.parse(row.role),
      lastUsedAt: new Date(row.lastUsedAt),
      level: level === 2 ? 2 : 1,
      isSecondStepOpen: needs === 'second-step',
      provedAt: new Date(row.provedAt),
    };
  },

  listWays: async (userId) => {
    const [row] = await db.select({ ways: secondStepWays }).from(users).where(eq(users.User_Id, userId));

    return row?.ways ?? [];
  },

  noteUse: async (sessionId, now) => {
    // Skips a locked row, so that a request does not wait for another one of its session that notes the same.
    const free = db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId));
    await db
      .update(sessions)
      .set({ last_used_at: now.toISOString() })
      .where(inArray(sessions.id, free.for('no key update', { skipLocked: true })));
  },

  end: async (sessionId) => {
    await db.delete(sessions).where(eq(sessions.id, sessionId));
  },

  endAllOf: async (userId) => {
    await db.delete(sessions).where(eq(sessions.user_id, userId));
  },
});
