import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { addSignedInUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let cookie: string;
/** The requests, each with the status of its answer. */
let asked: string[] = [];

beforeAll(async () => {
  portal = await startTestPortal({
    onAnswer: ({ method, url }, { status }) => asked.push(`${method} ${url.pathname} ${status}`),
  });
  ({ cookie } = await addSignedInUser(portal, { user_role: 'admin' }));
});
afterAll(() => portal.stop());

const read = async (path: string) => (await portal.call('GET', path, { cookie })).body;
const countRows = async () => {
  const counted = [sessions, activities, auditLog].map((table) =>
    portal.connection.select({ rows: count() }).from(table),
  );

  return (await Promise.all(counted)).map(([row]) => row?.rows ?? 0);
};

it('the canary signs in, reads its account and signs out, and leaves only its account behind', async () => {
  const before = await countRows();
  const visit = ['POST /api/login 200', 'GET /api/user 200', 'POST /api/logout 204', 'GET /api/user 401'];

  asked = [];
  await portal.runTask('canary');
  expect(asked).toEqual(['POST /api/login 401', ...visit]);
  asked = [];
  await portal.runTask('canary');
  expect(asked).toEqual(visit);

  expect(await countRows()).toEqual(before);
});

it('no list, search, export, count or admin route shows the account of the canary', async () => {
  await portal.runTask('canary');
  const { users: listed, counts } = await read('/api/admin/users');

  expect(listed).toHaveLength(1);
  expect(counts).toMatchObject({ total: 1, active: 1, admins: 1, filtered: 1 });
  expect(await read('/api/admin/users?role=client')).toMatchObject({ users: [], counts: { filtered: 0 } });
  expect(await read('/api/admin/users?search=canary')).toMatchObject({ users: [], counts: { filtered: 0 } });
  expect(await read('/api/admin/stats')).toMatchObject({ totalUsers: 1, activeUsers: 1, newSignups: 1 });
  expect(JSON.stringify(await read('/api/search?q=canary'))).not.toContain('OW0');
  expect(new TextDecoder().decode(await read('/api/admin/users/export'))).not.toContain('OW0');
  for (const method of ['GET', 'DELETE']) {
    const { status } = await portal.call(method, '/api/admin/users/0', { cookie });
    expect(status).toBeGreaterThanOrEqual(400);
  }
});

it('the canary takes a new password at its next run, and its run fails if the portal refuses the sign-in', async () => {
  await portal.runTask('canary');
  const others = portal.connection
    .select({ hash: users.User_Pass_Bkp })
    .from(users)
    .where(eq(users.User_Id, 1));
  const [{ hash } = { hash: '' }] = await others;
  await portal.connection.update(users).set({ User_Pass_Bkp: hash }).where(eq(users.User_Id, 0));
  await portal.runTask('canary');

  portal.dataApi.failNext('ExecuteStatement', '57P01');
  await expect(portal.runTask('canary')).rejects.toThrow('answered 503');
});
