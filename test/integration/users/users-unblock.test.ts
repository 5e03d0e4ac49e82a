import { desc, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { auditLog, throttleCounters } from '#functions/database/schema/system-tables.ts';
import { addSignedInUser, addUser, PASSWORD } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

const unblock = (userId: number, cookie = admin.cookie) =>
  portal.call('DELETE', `/api/admin/users/${userId}/sign-in-block`, { cookie });

const readBlock = async (userId: number): Promise<string | null> =>
  (await portal.call('GET', `/api/admin/users/${userId}`, admin)).body.signInBlockedUntil;

describe('a sign-in block', () => {
  it('an administrator sees a sign-in block and clears it at once, and those of others stay', async () => {
    const identifiers = { blocked: 'blocked@example.com', other: 'other@example.com' };
    const userId = await addUser(portal, { User_Email: identifiers.blocked });
    const otherId = await addUser(portal, { User_Email: identifiers.other });
    for (const identifier of Object.values(identifiers)) {
      await portal.call('POST', '/api/login', { body: { identifier, password: 'wrong' } });
    }
    await portal.connection.update(throttleCounters).set({ count: 10 }).where(eq(throttleCounters.limit, 10));
    await expect(portal.signIn(identifiers.blocked, PASSWORD)).rejects.toThrow('429');
    expect(Date.parse((await readBlock(userId)) ?? '')).toBeGreaterThan(Date.now());

    portal.dataApi.calls.reset();
    expect(await unblock(userId)).toMatchObject({ status: 204 });
    expect(portal.dataApi.calls.total).toBeLessThanOrEqual(7);

    expect(await readBlock(userId)).toBeNull();
    await expect(portal.signIn(identifiers.blocked, PASSWORD)).resolves.toContain('session=');
    expect(await readBlock(otherId)).not.toBeNull();
  });

  it('every kind of sign-in block is cleared: by address, overall, of a known browser, and by right passwords', async () => {
    const identifier = 'every.kind@example.com';
    const userId = await addUser(portal, { User_Email: identifier });
    const signIn = (cookie?: string) =>
      portal.call('POST', '/api/login', {
        body: { identifier, password: PASSWORD },
        ...(cookie && { cookie }),
      });
    const known = (await signIn()).headers.getSetCookie()[1]?.split(';')[0] ?? '';
    await signIn(known);
    const blocked = await portal.connection
      .update(throttleCounters)
      .set({ count: sql`"limit"` })
      .where(eq(throttleCounters.user_id, userId))
      .returning({ limit: throttleCounters.limit });
    expect(blocked.map(({ limit }) => limit).toSorted((a, b) => a - b)).toEqual([10, 10, 100, 300]);
    expect([(await signIn()).status, (await signIn(known)).status]).toEqual([429, 429]);

    await unblock(userId);
    expect([(await signIn()).status, (await signIn(known)).status]).toEqual([200, 200]);
  });

  it('a cleared sign-in block is in the audit log', async () => {
    const userId = await addUser(portal, {});
    await unblock(userId);

    const [last] = await portal.connection.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(last).toMatchObject({ actor_id: admin.userId, action: 'users.unblock', record: `user ${userId}` });
  });

  it('the sign-in block of a missing user answers 404 when it is cleared', async () => {
    expect(await unblock(999_999)).toMatchObject({ status: 404, body: { message: 'User not found' } });
  });

  it('a client may not clear a sign-in block', async () => {
    const client = await addSignedInUser(portal);

    expect(await unblock(client.userId, client.cookie)).toMatchObject({ status: 403 });
  });
});
