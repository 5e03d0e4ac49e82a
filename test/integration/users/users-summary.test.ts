import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { dayAfter } from '#shared/dates.ts';
import { addInvoices } from '#test/support/ledger/add-invoices.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

const readSummary = async (userId: number) =>
  (await portal.call('GET', `/api/admin/users/${userId}/summary`, { cookie: admin.cookie })).body;

const addServices = (userId: number, rows: [status: string, price: string][]) =>
  portal.connection.insert(services).values(
    rows.map(([status, price_per_month]) => ({
      user_id: userId,
      service_category: 'Internet',
      status,
      price_per_month,
    })),
  );

/** Another account with one of everything, which no figure of the first may contain. */
const addNeighbour = async () => {
  const userId = await addUser(portal, {});
  await addInvoices(portal, userId, [{ total_amount: '7.77', due_date: '2020-01-01' }]);
  await addServices(userId, [['active', '7.77']]);
  await portal.connection
    .insert(activities)
    .values({ user_id: userId, activity_type: 'login', description: 'Signed in' });
};

it('the summary of an account has what it owes, what is overdue since when, and its active services, to the cent', async () => {
  await addNeighbour();
  const userId = await addUser(portal, { User_Date: '2025-03-04T05:06:07.000Z' });
  const [yesterday, today] = [dayAfter(new Date(), -1), dayAfter(new Date(), 0)];
  await addInvoices(portal, userId, [
    { total_amount: '0.10', due_date: '2026-01-31' },
    { total_amount: '0.20', due_date: yesterday },
    { total_amount: '1000.05', due_date: today },
    { total_amount: '5' },
    { total_amount: '90', status: 'paid', due_date: '2025-01-01' },
    { total_amount: '90', status: 'void', due_date: '2025-01-01' },
  ]);
  await addServices(userId, [
    ['active', '337'],
    ['active', '0.55'],
    ['suspended', '90'],
    ['pending', '90'],
    ['inactive', '90'],
  ]);

  expect(await readSummary(userId)).toEqual({
    owed: 1005.35,
    overdue: 0.3,
    overdueSince: '2026-01-31',
    writtenOff: 0,
    monthlyTotal: 337.55,
    activeServices: 2,
    services: 5,
    invoices: 6,
    joinedAt: '2025-03-04T05:06:07.000Z',
    lastSignInAt: null,
    invitation: { obstacle: 'registered', invitedAt: null },
  });
});

it('the summary of an account that has nothing is zeros and nulls, in two calls of the database', async () => {
  const userId = await addUser(portal, {});
  portal.dataApi.calls.reset();

  expect(await readSummary(userId)).toMatchObject({
    owed: 0,
    overdue: 0,
    overdueSince: null,
    monthlyTotal: 0,
    activeServices: 0,
    services: 0,
    invoices: 0,
    lastSignInAt: null,
  });
  expect(portal.dataApi.calls.total).toBe(2);
});

it('the newest sign-in is told also after its session has ended and later activities were added', async () => {
  const userId = await addUser(portal, {});
  await portal.connection.insert(activities).values(
    (
      [
        ['login', '2026-05-01T08:00:00.000Z'],
        ['login', '2026-05-03T08:00:00.000Z'],
        ['service_change', '2026-05-04T08:00:00.000Z'],
      ] as const
    ).map(([activity_type, created_at]) => ({
      user_id: userId,
      activity_type,
      description: 'Something',
      created_at,
    })),
  );
  await portal.connection.delete(sessions).where(eq(sessions.user_id, userId));

  expect(await readSummary(userId)).toMatchObject({ lastSignInAt: '2026-05-03T08:00:00.000Z' });
});

it('the sign-in of a person who signs in with a password is told', async () => {
  const before = Date.now();
  const userId = await addUser(portal, {});
  const [account] = await portal.connection.select().from(users).where(eq(users.User_Id, userId));
  await portal.signIn(account?.User_Email ?? '', 'A-test-password-1');

  const { lastSignInAt } = await readSummary(userId);
  expect(Date.parse(lastSignInAt)).toBeGreaterThanOrEqual(before - 1000);
});

it("the summary of a missing account answers 404, and that of the canary's id 400", async () => {
  const read = (id: string) => portal.call('GET', `/api/admin/users/${id}/summary`, { cookie: admin.cookie });

  expect(await read('999999')).toMatchObject({ status: 404, body: { message: 'User not found' } });
  expect(await read('0')).toMatchObject({ status: 400 });
});
