import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { addPlantedCaller, type PlantedCaller } from '#test/support/contract/callers.ts';
import { countLevels } from '#test/support/contract/count-levels.ts';
import { dayFromToday } from '#test/support/ledger/money-calls.ts';
import { PASSWORD } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let admin: PlantedCaller;
let client: PlantedCaller;

beforeAll(async () => {
  portal = await startTestPortal();
  [admin, client] = [await addPlantedCaller(portal, 'admin'), await addPlantedCaller(portal, 'client')];
});
afterAll(() => portal.stop());

interface Asked {
  method: 'GET' | 'POST';
  path: string;
  cookie?: string;
  body?: object;
  headers?: Record<string, string>;
}

/** Sends a request, and returns its status and how many of its calls follow one another. */
const measureDepth = async ({ method, path, ...request }: Asked) => {
  const { result, levels } = await countLevels(portal, () => portal.call(method, path, request));

  return { status: result.status, depth: levels };
};

const addEndedAdmin = async () => {
  const caller = await addPlantedCaller(portal, 'admin');
  await portal.connection.delete(sessions).where(eq(sessions.user_id, caller.userId));

  return caller;
};

const addService = ({ userId }: { userId: number }, { cookie }: PlantedCaller): Asked => ({
  method: 'POST',
  path: `/api/admin/users/${userId}/services`,
  cookie,
  body: { serviceCategory: 'Voice' },
});

const signIn = (cookie = ''): Asked => ({
  method: 'POST',
  path: '/api/login',
  cookie,
  body: { identifier: client.email, password: PASSWORD },
});

describe('the longest chain of calls of one request', () => {
  it.each<[string, () => Promise<Asked>, { status: number; depth: number }]>([
    [
      "an administrator's read of a record is one call deep",
      async () => ({ method: 'GET', path: `/api/admin/users/${client.userId}`, cookie: admin.cookie }),
      { status: 200, depth: 1 },
    ],
    [
      'a service without a key is added four calls deep: check and begin, service, audit row, commit',
      async () => addService(client, admin),
      { status: 201, depth: 4 },
    ],
    [
      "a payment of today is recorded seven calls deep: check and begin, key, account's lock, payment, settling, answer, commit",
      async () => ({
        method: 'POST',
        path: `/api/admin/users/${client.userId}/payments`,
        cookie: admin.cookie,
        headers: { 'idempotency-key': crypto.randomUUID() },
        body: { date: dayFromToday(0), amount: 50, method: 'eft', reference: 'depth' },
      }),
      { status: 201, depth: 7 },
    ],
    [
      'a sign-in from an unknown browser is five calls deep, of which the last orders a mail',
      async () => signIn(),
      { status: 200, depth: 5 },
    ],
    [
      'a sign-in from a known browser is four calls deep',
      async () => {
        const { headers } = await portal.call('POST', '/api/login', { body: signIn().body });

        return signIn(
          headers
            .getSetCookie()
            .map((line) => line.split(';')[0])
            .join('; '),
        );
      },
      { status: 200, depth: 4 },
    ],
    [
      'a read by a session that has ended is refused one call deep',
      async () => ({ method: 'GET', path: '/api/admin/users', cookie: (await addEndedAdmin()).cookie }),
      { status: 401, depth: 1 },
    ],
    [
      'a write by a session that has ended is refused two calls deep: check and begin, rollback',
      async () => addService(client, await addEndedAdmin()),
      { status: 401, depth: 2 },
    ],
    [
      'a route of another role is refused two calls deep: check, row of the refusal',
      async () => ({ method: 'GET', path: '/api/admin/users', cookie: client.cookie }),
      { status: 403, depth: 2 },
    ],
    [
      'a write about a missing record is rolled back three calls deep: check and begin, statement, rollback',
      async () => addService({ userId: 999_999 }, admin),
      { status: 404, depth: 3 },
    ],
  ])('%s', async (_, prepare, expected) => {
    expect(await measureDepth(await prepare())).toEqual(expected);
  });
});
