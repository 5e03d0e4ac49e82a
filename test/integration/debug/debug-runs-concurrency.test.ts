import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

const addAdmin = async () => {
  const userId = await addUser(portal, { user_role: 'admin' });

  return { userId, cookie: await startSession(portal, userId) };
};

it('runs and audits ten of 30 debug tests that one administrator starts at once', async () => {
  const admin = await addAdmin();
  const ask = (cookie: string) => portal.call('POST', '/api/debug/test-invoice-upload', { cookie });
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask(admin.cookie)));
  const refused = answers.filter(({ status }) => status === 429);

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(refused).toHaveLength(20);
  for (const { headers, body } of refused) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    // A run that began just before the one that opened the window waits slightly longer than a minute.
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(61);
    expect(body.message).toBe('Please wait a minute before you run another test.');
  }
  // Another administrator has ten more.
  expect((await ask((await addAdmin()).cookie)).status).toBe(200);

  const rows = await portal.connection
    .select({ action: auditLog.action, record: auditLog.record, count: sql<number>`count(*)` })
    .from(auditLog)
    .where(eq(auditLog.actor_id, admin.userId))
    .groupBy(auditLog.action, auditLog.record)
    .orderBy(auditLog.action);
  expect(rows).toEqual([
    { action: 'debug.upload', record: 'test test-invoice-upload', count: 10 },
    { action: 'debug.upload refused', record: null, count: 20 },
  ]);
});
