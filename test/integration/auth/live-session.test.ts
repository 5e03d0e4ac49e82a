import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SESSION_NOT_LIVE } from '#functions/adapters/database/database-fault.ts';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import type { Role } from '#shared/contract/fields.ts';
import { addUser, PASSWORD, startSession } from '#test/support/portal/accounts.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

const MINUTE_MS = 60_000;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();

type Session = Partial<typeof sessions.$inferInsert>;

const enter = async (user_role: Role, session: Session = {}) => {
  const email = `${crypto.randomUUID()}@example.com`;
  const userId = await addUser(portal, { User_Email: email, user_role });
  const cookie = await startSession(portal, userId, session);
  const [row] = await portal.connection.select().from(sessions).where(eq(sessions.user_id, userId));

  return { userId, cookie, sessionId: row?.id ?? '' };
};

const statusOf = async (cookie: string) => (await portal.call('GET', '/api/user', { cookie })).status;

describe("the database's own check of a live session", () => {
  const isLive = async (role: Role, levelMin: 1 | 2, session: Session = {}) => {
    const { userId, sessionId } = await enter(role, session);
    const usedSince = role === 'admin' ? minutesAgo(120) : minutesAgo(1e7);
    const asked = portal.connection.execute(sql`
      select require_live_session(${sessionId}::uuid, ${userId}::int, ${role}, ${levelMin}::int,
        ${usedSince}::timestamptz, now())`);

    return asked.then(
      () => true,
      (error) => {
        expect(String(error.cause)).toContain(`SQLState: ${SESSION_NOT_LIVE}`);

        return false;
      },
    );
  };

  it.each([
    ['accepts a session of level 1 where that is enough', 'admin', 1, {}, true],
    ['refuses a session of level 1 where a second factor is required', 'admin', 2, {}, false],
    ['accepts a session of level 2', 'admin', 2, { level: 2 }, true],
    ['refuses an open second step', 'admin', 1, { needs: 'second-step' }, false],
    ['refuses an open second step of a client', 'client', 1, { needs: 'second-step' }, false],
    ['refuses an administrator after two idle hours', 'admin', 1, { last_used_at: minutesAgo(121) }, false],
    ['accepts an administrator before', 'admin', 1, { last_used_at: minutesAgo(118) }, true],
    ['accepts a client who was away for a day', 'client', 1, { last_used_at: minutesAgo(1440) }, true],
  ] as const)('%s', async (_, role, levelMin, session, expected) => {
    expect(await isLive(role, levelMin, session)).toBe(expected);
  });
});

describe("an administrator's session", () => {
  it('ends after two hours without use, a client keeps theirs', async () => {
    const [admin, client] = [
      await enter('admin', { last_used_at: minutesAgo(121) }),
      await enter('client', { last_used_at: minutesAgo(121) }),
    ];

    expect([await statusOf(admin.cookie), await statusOf(client.cookie)]).toEqual([401, 200]);
  });

  it('is noted each ten minutes of use, so that it lives on while it is used', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const userId = await addUser(portal, { User_Email: email, user_role: 'admin' });
    const cookie = await portal.signIn(email, PASSWORD);
    onTestFinished(() => void vi.useRealTimers());
    for (const minutes of [60, 120, 180]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 * MINUTE_MS });
      expect([minutes, await statusOf(cookie)]).toEqual([minutes, 200]);
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9 * MINUTE_MS });
    await statusOf(cookie);
    const noted = async () => {
      const [row] = await portal.connection.select().from(sessions).where(eq(sessions.user_id, userId));

      return Math.round((Date.now() - Date.parse(row?.last_used_at ?? '')) / MINUTE_MS);
    };
    expect(await noted()).toBe(9);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * MINUTE_MS });
    await statusOf(cookie);
    expect(await noted()).toBe(0);
  });
});
