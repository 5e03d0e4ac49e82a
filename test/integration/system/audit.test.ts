import { desc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditLog, throttleCounters } from '#functions/database/schema/system-tables.ts';
import type { PortalEvent } from '#functions/http/exchange.ts';
import { makeLambdaContext } from '#local/aws/lambda-context.ts';
import { contract, type ResponseOf, type RouteId } from '#shared/contract/index.ts';
import { ORIGIN_VERIFY_HEADER, VIEWER_ADDRESS_HEADER } from '#shared/edge.ts';
import { AppError } from '#shared/errors.ts';
import { OF_CLIENTS, OF_DOCUMENTS, OF_MANY } from '#test/support/contract/audited-reads.ts';
import { makeRequest } from '#test/support/contract/route-requests.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { addUser, PASSWORD, startSession } from '#test/support/portal/accounts.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';

const EMAIL = 'sipho.planted@example.com';

let portal: Awaited<ReturnType<typeof startTestPortal>>;
let client: { userId: number; email: string; cookie: string };
let admin: { userId: number; cookie: string };

beforeAll(async () => {
  portal = await startTestPortal();
  const userId = await addUser(portal, {
    User_Email: EMAIL,
    User_Name: 'Planted-Sipho',
    User_Surname: 'Planted-Dlamini',
    User_Mobile: '+27825550199',
    User_RegNo: '9204150834082',
  });
  client = { userId, email: EMAIL, cookie: await startSession(portal, userId) };
  const adminId = await addUser(portal, { user_role: 'admin' });
  admin = { userId: adminId, cookie: await startSession(portal, adminId) };
});
afterAll(() => portal.stop());

/** Returns the rows that a call adds to the audit log. */
const auditedBy = async (call: () => Promise<unknown>) => {
  const [last] = await portal.connection.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  await call();
  const rows = await portal.connection.select().from(auditLog).orderBy(auditLog.id);

  return rows.filter(({ id }) => id > (last?.id ?? 0)).map(({ id, at, ...row }) => row);
};

const signIn = (identifier: string, password: string) =>
  portal.call('POST', '/api/login', { body: { identifier, password } });

const ADDRESS = '127.0.0.0/24';

/** No route answers 429 to a signed-in user yet. This handler runs behind the gate of a real route and answers as given. */
const makeStatsHandler = async (run: () => Promise<ResponseOf<'client.stats'>>) => {
  const { endpoint } = await import('#functions/http/endpoint.ts');
  const { database } = await import('#local/seed/whole-database.ts');

  return endpoint(contract.client.stats, { database }, run);
};

const eventOf = (cookie: string) =>
  ({
    headers: {
      [ORIGIN_VERIFY_HEADER]: process.env.ORIGIN_VERIFY_SECRET,
      [VIEWER_ADDRESS_HEADER]: '127.0.0.1',
    },
    cookies: [cookie],
    requestContext: { requestId: 'request' },
  }) as unknown as PortalEvent;

describe('rows of the audit log', () => {
  it('each sign-in is audited', async () => {
    expect(await auditedBy(() => signIn(EMAIL, PASSWORD))).toEqual([
      {
        actor_id: client.userId,
        action: 'auth.login',
        record: `user ${client.userId}`,
        changes: [],
        address: ADDRESS,
      },
    ]);
  });

  it('each failed sign-in to an existing account is audited without an actor', async () => {
    expect(await auditedBy(() => signIn(EMAIL, 'wrong'))).toEqual([
      {
        actor_id: null,
        action: 'auth.login failed',
        record: `user ${client.userId}`,
        changes: [],
        address: ADDRESS,
      },
    ]);
  });

  it('the right password of an inactive account is audited as a failed sign-in', async () => {
    const userId = await addUser(portal, { User_Email: 'inactive@example.com', User_Status: 0 });

    expect(await auditedBy(() => signIn('inactive@example.com', PASSWORD))).toMatchObject([
      { action: 'auth.login failed', record: `user ${userId}` },
    ]);
  });

  it('each refusal of a signed-in user is audited', async () => {
    const refused = () => portal.call('GET', '/api/admin/stats', { cookie: client.cookie });

    expect(await auditedBy(refused)).toEqual([
      {
        actor_id: client.userId,
        action: 'users.stats refused',
        record: null,
        changes: { status: 403 },
        address: ADDRESS,
      },
    ]);
  });

  it('each 429 to a signed-in user is audited, from whichever route', async () => {
    const handler = await makeStatsHandler(() => {
      throw new AppError('too_many_requests', 'Please wait.', { retryAfterSeconds: 60 });
    });
    const rows = await auditedBy(async () => {
      const answer = await handler(eventOf(client.cookie), makeLambdaContext('client.stats', 29));
      expect(answer).toMatchObject({ statusCode: 429, headers: { 'retry-after': '60' } });
    });

    expect(rows).toEqual([
      {
        actor_id: client.userId,
        action: 'client.stats refused',
        record: null,
        changes: { status: 429 },
        address: ADDRESS,
      },
    ]);
  });
});

const asAdmin = (path: string) => portal.call('GET', path, { cookie: admin.cookie });

const pathOf = async (routeId: RouteId) => (await makeRequest(portal, routeId, client)).path;

describe("audit of an admin's reads of personal data", () => {
  it.each(OF_MANY)('pages that an admin reads with %s are audited once a minute', async (routeId) => {
    const path = await pathOf(routeId);
    const readPages = () => Promise.all(Array.from({ length: 12 }, () => asAdmin(path)));
    const endMinute = () =>
      portal.connection
        .update(throttleCounters)
        .set({ window_ends_at: new Date(Date.now() - 1).toISOString() });
    await endMinute();
    const row = { actor_id: admin.userId, action: routeId, record: null, changes: [], address: ADDRESS };
    expect(await auditedBy(readPages)).toEqual([row]);

    await endMinute();
    expect(await auditedBy(readPages)).toEqual([row]);
  });

  it('pages that admins read are audited separately for each admin and each route', async () => {
    const adminId = await addUser(portal, { user_role: 'admin' });
    const cookie = await startSession(portal, adminId);
    const rows = await auditedBy(async () => {
      for (const routeId of [...OF_MANY, ...OF_MANY]) {
        await portal.call('GET', await pathOf(routeId), { cookie });
      }
    });

    expect(rows.map(({ actor_id, action }) => [actor_id, action])).toEqual(
      OF_MANY.map((routeId) => [adminId, routeId]),
    );
  });

  it('each of sixty reads of one client by an admin is audited', async () => {
    const rows = await auditedBy(() =>
      Promise.all(Array.from({ length: 60 }, () => asAdmin(`/api/admin/users/${client.userId}`))),
    );

    expect(rows).toHaveLength(60);
  });

  it("an admin's export is audited with the number of rows and the names of its filters", async () => {
    const rows = await auditedBy(() => asAdmin('/api/admin/users/export?search=planted&status=active'));

    expect(rows).toMatchObject([
      { actor_id: admin.userId, action: 'users.export', changes: { rows: 1, search: null, status: null } },
    ]);
  });
});

describe('an audit log that cannot be written', () => {
  beforeAll(async () => {
    const owner = connectAsOwner();
    await owner.execute(
      "create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end'",
    );
    await owner.execute('create trigger refuse before insert on audit_log execute function refuse()');
  });
  beforeEach(async () => {
    await portal.connection.delete(throttleCounters);
  });
  afterAll(async () => {
    const owner = connectAsOwner();
    await owner.execute('drop trigger refuse on audit_log');
    await owner.execute('drop function refuse');
  });

  it.each([...OF_CLIENTS, ...OF_DOCUMENTS, ...OF_MANY, 'users.export' as const])(
    "an admin's %s answers 500 and shows nothing if the audit log cannot be written",
    async (routeId) => {
      const { status, body } = await asAdmin(await pathOf(routeId));

      expect(status).toBe(500);
      expect(JSON.stringify(body).toLowerCase()).not.toContain('planted');
    },
  );
});

describe('a user who is refused repeatedly', () => {
  it('thirty refusals of a user in a quarter of an hour are audited, and once that there were more', async () => {
    const userId = await addUser(portal, {});
    const cookie = await startSession(portal, userId);
    const refuse = async () => {
      expect((await portal.call('GET', '/api/admin/stats', { cookie })).status).toBe(403);
    };
    const rows = await auditedBy(() => Promise.all(Array.from({ length: 100 }, refuse)));

    const { 'users.stats refused': refused, 'refusals limited': limited } = Object.groupBy(
      rows,
      ({ action }) => action,
    );
    expect([rows.length, refused?.length, limited]).toEqual([
      31,
      30,
      [{ actor_id: userId, action: 'refusals limited', record: null, changes: [], address: ADDRESS }],
    ]);
    const inLog = portal.heard.log.filter((line) => line.includes(`"userId":${userId},`));
    expect(inLog.filter((line) => line.includes('request refused'))).toHaveLength(100);

    await portal.connection
      .update(throttleCounters)
      .set({ window_ends_at: new Date(Date.now() - 1).toISOString() });
    expect(await auditedBy(refuse)).toHaveLength(1);
  });

  it('a user is not shown as blocked from signing in because of refused requests', async () => {
    const userId = await addUser(portal, {});
    const cookie = await startSession(portal, userId);
    for (let tries = 0; tries < 35; tries += 1) {
      await portal.call('GET', '/api/admin/stats', { cookie });
    }

    expect((await asAdmin(`/api/admin/users/${userId}`)).body.signInBlockedUntil).toBeNull();
  });
});

it('ids in the path of a request are logged, and values that are not numbers are not', async () => {
  await asAdmin(`/api/admin/users/${client.userId}`);
  await asAdmin('/api/admin/users/planted@example.com');

  const lines = portal.heard.log.filter((line) => line.includes('"routeId":"users.read"')).slice(-2);
  expect(lines[0]).toContain(`"role":"admin","recordIds":{"User_Id":"${client.userId}"},"status":200`);
  expect(lines[1]).toContain('"recordIds":{},"status":400');
});

describe('requests that are not audited', () => {
  it.each([
    ['a sign-in that no account matches', () => signIn('nobody@example.com', 'wrong')],
    ['a request without a session', () => portal.call('GET', '/api/admin/stats')],
    ['a read of the own account', () => portal.call('GET', '/api/user', { cookie: client.cookie })],
    ['a read of a missing user', () => asAdmin('/api/admin/users/2000000000')],
    ['a read of a missing user’s services', () => asAdmin('/api/admin/users/2000000000/services')],
    ['a read of a missing user’s invoices', () => asAdmin('/api/users/2000000000/invoices')],
    ['a read of a missing invoice', () => asAdmin('/api/invoices/2000000000')],
    ['a download of a missing invoice', () => asAdmin('/api/invoices/2000000000/download')],
    [
      "a client's read of a missing user's invoices",
      () => portal.call('GET', '/api/users/2000000000/invoices', { cookie: client.cookie }),
    ],
  ])('no audit row is written for %s', async (_, call) => {
    expect(await auditedBy(call)).toEqual([]);
  });
});

it('names of changed fields are audited, and values only of role and status', async () => {
  const userId = await addUser(portal, { User_Town: 'Planted-town' });
  const body = { User_Town: 'Planted-other-town', User_Email: 'planted.new@example.com', User_Status: 0 };
  const [row] = await auditedBy(() =>
    portal.call('PUT', `/api/admin/users/${userId}`, { cookie: admin.cookie, body }),
  );

  const text = JSON.stringify(row?.changes);
  expect(text).toContain('User_Town');
  expect(text).toContain('User_Email');
  expect(text.toLowerCase()).not.toContain('planted');
});

it('the audit log holds no name, email address, number, network address or password', async () => {
  await signIn(EMAIL, 'Planted-wrong-password');
  const rows = JSON.stringify(await portal.connection.select().from(auditLog)).toLowerCase();

  expect(rows).not.toMatch(/planted|@example|825550199|9204150834082|127\.0\.0\.1/);
});

describe('the application role', () => {
  it.each([
    ['update', sql`update audit_log set action = 'nothing'`],
    ['delete', sql`delete from audit_log`],
    ['truncate', sql`truncate audit_log`],
    ['drop', sql`drop table audit_log`],
  ])('the database role of the application may not %s the audit log', async (_, statement) => {
    const before = await portal.connection.select().from(auditLog);
    const refused = portal.connection.execute(statement);

    await expect(refused).rejects.toMatchObject({
      cause: { name: 'DatabaseErrorException', message: expect.stringContaining('SQLState: 42501') },
    });
    expect(await portal.connection.select().from(auditLog)).toEqual(before);
  });
});
