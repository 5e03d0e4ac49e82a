import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#functions/database/schema/users-tables.ts';
import type { Role } from '#shared/contract/fields.ts';
import { allRoutes } from '#shared/contract/index.ts';
import type { Route } from '#shared/contract/route.ts';
import { makeRequest, type RouteRequest, routeRequests } from '#test/support/contract/route-requests.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

/** An id that no sequence reaches and no Postgres integer holds. */
const MISSING_ID = Number.MAX_SAFE_INTEGER;

interface Caller {
  cookie?: string;
  /** The role that the caller may act in; undefined without a valid session. */
  role?: Role;
  /** The caller's own account, if it exists. */
  account?: { userId: number; email: string };
}

let portal: TestPortal;

const addOwner = async () => {
  const email = `${crypto.randomUUID()}@example.com`;

  return { email, userId: await addUser(portal, { User_Email: email }) };
};

const makeCallers = async (): Promise<Record<string, Caller>> => {
  const [a, b] = [await addCaller(portal, 'client'), await addCaller(portal, 'client')];
  const admin = await addCaller(portal, 'admin');
  const inactive = await addCaller(portal, 'admin');
  const deleted = await addCaller(portal, 'admin');
  const ended = await addCaller(portal, 'admin');
  await portal.connection.update(users).set({ User_Status: 0 }).where(eq(users.User_Id, inactive.userId));
  await portal.connection.delete(users).where(eq(users.User_Id, deleted.userId));
  await portal.call('POST', '/api/logout', { cookie: ended.cookie });

  return {
    'no cookie': {},
    'client A': { cookie: a.cookie, role: 'client', account: a },
    'client B': { cookie: b.cookie, role: 'client', account: b },
    admin: { cookie: admin.cookie, role: 'admin', account: admin },
    inactive: { cookie: inactive.cookie, account: inactive },
    deleted: { cookie: deleted.cookie },
    'ended session': { cookie: ended.cookie, account: ended },
  };
};

type Target = 'own' | "someone else's" | 'missing';

const expectedStatus = (
  route: Route,
  { role }: Caller,
  target: Target,
  { isOnlyOfOwner, refusedToOneself }: Pick<RouteRequest, 'isOnlyOfOwner' | 'refusedToOneself'>,
): number => {
  const success = route.status ?? 200;
  if (route.access === 'public') {
    return success;
  }
  if (!role) {
    return 401;
  }
  if (route.access !== 'signed-in' && route.access !== role) {
    return 403;
  }
  const isRefused = isOnlyOfOwner || role === 'client';
  if (target === 'missing' || (isRefused && target === "someone else's")) {
    return 404;
  }

  return (target === 'own' && refusedToOneself) || success;
};

const tally = new Map<number, number>();

let sharedCallers: Record<string, Caller>;

beforeAll(async () => {
  portal = await startTestPortal();
  sharedCallers = await makeCallers();
});
afterAll(async () => {
  await portal.stop();
  const statuses = [...tally].toSorted().map(([status, count]) => `${count} × ${status}`);
  const cells = [...tally.values()].reduce((sum, count) => sum + count, 0);
  process.stdout.write(`access matrix: ${allRoutes.length} routes, ${cells} cells: ${statuses.join(', ')}\n`);
});

it('the access matrix has a row for every route of the contract', () => {
  expect(Object.keys(routeRequests).toSorted()).toEqual(allRoutes.map(([id]) => id).toSorted());
});

describe.each(allRoutes)('%s', (routeId, route) => {
  const request = routeRequests[routeId];
  const targets: Target[] =
    request.params || request.namesOwnerInBody ? ['own', "someone else's", 'missing'] : ['own'];

  it(`${routeId} answers each caller about each record as its access says`, async () => {
    // Signing in and out ends the session that a caller came with, and a new password is nobody else's.
    const endsSharing = route.access === 'public' || routeId === 'account.password';
    const callers = endsSharing ? await makeCallers() : sharedCallers;
    const expected: Record<string, number> = {};
    const answered: Record<string, number> = {};
    const notFound = new Set<string>();

    for (const [name, caller] of Object.entries(callers)) {
      for (const target of targets) {
        const owner = (target === 'own' && route.access !== 'public' && caller.account) || (await addOwner());
        const { method, path, body } = await makeRequest(
          portal,
          routeId,
          owner,
          target === 'missing' ? { missingId: MISSING_ID } : {},
        );
        const answer = await portal.call(method, path, {
          ...(caller.cookie && { cookie: caller.cookie }),
          ...(body && { body }),
        });

        const cell = `${name}, ${target}`;
        expected[cell] = expectedStatus(route, caller, target, request);
        answered[cell] = answer.status;
        tally.set(answer.status, (tally.get(answer.status) ?? 0) + 1);
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
        if (answer.status === 404) {
          notFound.add(JSON.stringify(answer.body));
        }
        if (answer.status >= 400) {
          expect(JSON.stringify(answer.body)).not.toContain(owner.email);
        }
      }
    }

    expect(answered).toEqual(expected);
    expect(notFound.size, 'what is missing and what is not yours answer alike').toBeLessThan(2);
  });
});
