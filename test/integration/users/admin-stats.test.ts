import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { health } from '#functions/database/schema/system-tables.ts';
import { startOfMonth } from '#shared/months.ts';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let admin: { userId: number; cookie: string };

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addSignedInUser(portal, { user_role: 'admin' });
});
afterAll(() => portal.stop());

const readStats = async () => {
  const { status, body } = await portal.call('GET', '/api/admin/stats', admin);
  expect(status).toBe(200);

  return body;
};
const readHealth = async () => (await readStats()).systemHealth;

describe('the figures of the dashboard', () => {
  it('the dashboard counts accounts, active ones and the sign-ups since the month began in South Africa', async () => {
    // Stops the clock, because a month could begin during the test.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const before = await readStats();
    const monthStart = startOfMonth(new Date()).getTime();
    await addUser(portal, { User_Date: new Date(monthStart - 1).toISOString() });
    await addUser(portal, { User_Date: new Date(monthStart).toISOString() });
    await addUser(portal, { User_Date: new Date(monthStart).toISOString(), User_Status: 0 });

    expect(await readStats()).toMatchObject({
      totalUsers: before.totalUsers + 3,
      activeUsers: before.activeUsers + 2,
      newSignups: before.newSignups + 2,
    });
  });

  it('the figures of the dashboard are read in two database calls', async () => {
    portal.dataApi.calls.reset();
    await readStats();
    expect(portal.dataApi.calls.total).toBe(2);
  });
});

describe('the health of the system', () => {
  beforeEach(() => portal.connection.delete(health));

  const plant = (rows: Record<string, readonly [state: string, ageMinutes: number]>) =>
    portal.connection.insert(health).values(
      Object.entries(rows).map(([name, [state, ageMinutes]]) => ({
        name,
        state,
        checked_at: new Date(Date.now() - ageMinutes * 60_000).toISOString(),
      })),
    );

  it('system health is good before the first check, which has no time yet', async () => {
    expect(await readStats()).toMatchObject({ systemHealth: 'Good', healthCheckedAt: null });
  });

  it('the time of the last check is that of the part that was checked the longest ago', async () => {
    await plant({ database: ['Good', 4], helpdesk: ['Good', 0] });

    const [row] = await portal.connection.select().from(health).where(eq(health.name, 'database'));
    expect((await readStats()).healthCheckedAt).toBe(row?.checked_at);
  });

  it.each([
    ['Good', { database: ['Good', 1], queue: ['Good', 14] }],
    ['Degraded', { database: ['Good', 1], queue: ['Good', 16] }],
    ['Degraded', { database: ['Good', 1], queue: ['Degraded', 1] }],
    ['Down', { database: ['Degraded', 16], queue: ['Down', 1] }],
  ] as const)('system health is %s when the checks found %j', async (expected, rows) => {
    await plant(rows);

    expect(await readHealth()).toBe(expected);
  });

  it('system health is good after a check that reaches database, drive, queues, helpdesk and mail', async () => {
    await plant({ database: ['Down', 60], 'cloud drive': ['Down', 60], queue: ['Down', 60] });

    await portal.runTask('health-check');

    expect(await readHealth()).toBe('Good');
    const rows = await portal.connection.select().from(health);
    expect(rows.map(({ name, state }) => [name, state]).toSorted()).toEqual([
      ['cloud drive', 'Good'],
      ['database', 'Good'],
      ['helpdesk', 'Good'],
      ['mail', 'Good'],
      ['queue', 'Good'],
    ]);
  });

  it('a part that is no longer checked leaves the system health', async () => {
    await plant({ 'an old part': ['Down', 1] });

    await portal.runTask('health-check');

    expect(await readHealth()).toBe('Good');
  });

  it('the system is down after a check that cannot reach the helpdesk', async () => {
    portal.freshdesk.failNext('agents.me', { status: 401 });

    await portal.runTask('health-check');

    expect(await readHealth()).toBe('Down');
  });

  it('the system is down after a check that cannot reach the drive, and the task fails with its name', async () => {
    portal.drive.failNext('files.get', 503, 20);

    await expect(portal.runTask('health-check')).rejects.toThrow('Down: cloud drive');

    expect(await readHealth()).toBe('Down');
    const rows = await portal.connection.select().from(health);
    expect(rows.map(({ name, state }) => [name, state]).toSorted()).toEqual([
      ['cloud drive', 'Down'],
      ['database', 'Good'],
      ['helpdesk', 'Good'],
      ['mail', 'Good'],
      ['queue', 'Good'],
    ]);
  });
});
