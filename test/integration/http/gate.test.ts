import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { findRoute, type RouteId } from '#shared/contract/index.ts';
import { addPlantedCaller, type PlantedCaller } from '#test/support/contract/callers.ts';
import {
  BROKEN_BODIES,
  callHandler,
  FOREIGN_READS,
  FOREIGN_WRITES,
  sendFrom,
  TYPED_PASSWORD,
} from '#test/support/contract/intrusions.ts';
import { sampledRoutes } from '#test/support/contract/route-pass.ts';
import { makeRequest } from '#test/support/contract/route-requests.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const FOREIGN = { code: 'forbidden', message: 'This request did not come from the portal.' };
const PAST_CLOUDFRONT = { code: 'forbidden', message: 'This address answers only through the portal.' };

let portal: TestPortal;
let client: PlantedCaller;

beforeAll(async () => {
  portal = await startTestPortal();
  client = await addPlantedCaller(portal, 'client');
});
afterAll(() => portal.stop());

describe('the gate', () => {
  const prepare = async (routeId: RouteId) => {
    const owner = await addPlantedCaller(portal, 'client');
    const caller = findRoute(routeId).access === 'admin' ? await addPlantedCaller(portal, 'admin') : owner;

    return { caller, request: await makeRequest(portal, routeId, owner) };
  };

  it.each(sampledRoutes)(
    '%s refuses each kind of other origin, and whatever is not the secret of CloudFront',
    async (routeId, { method }) => {
      const { caller, request } = await prepare(routeId);

      for (const headers of method === 'GET' ? FOREIGN_READS : FOREIGN_WRITES) {
        const answer = await sendFrom({ portal }, caller, request, headers);
        expect(answer).toMatchObject({ status: 403, body: FOREIGN });
        expect(answer.headers.get('set-cookie')).toBeNull();
      }
      for (const brought of ['a guess', '']) {
        const answer = await callHandler({ portal }, routeId, caller, { 'x-origin-verify': brought });
        expect(answer.statusCode).toBe(403);
        expect(JSON.parse(answer.body)).toEqual(PAST_CLOUDFRONT);
      }
    },
  );

  it.each(BROKEN_BODIES)('the body %s, which is no JSON, answers 400 and is not repeated', async (body) => {
    const answer = await portal.call('POST', '/api/login', { body });

    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).not.toContain(TYPED_PASSWORD);
  });

  it.each(['same-origin', 'none'])('a read that the browser marks as %s is answered', async (site) => {
    const answer = await portal.call('GET', '/api/user', {
      cookie: client.cookie,
      headers: { 'sec-fetch-site': site },
    });

    expect(answer).toMatchObject({ status: 200 });
  });

  it('a request that carries the secret of CloudFront is accepted', async () => {
    const headers = { 'x-origin-verify': process.env.ORIGIN_VERIFY_SECRET ?? '' };

    expect(await callHandler({ portal }, 'auth.user', client, headers)).toMatchObject({ statusCode: 200 });
  });
});

describe('a user who must choose a new password', () => {
  it('a user who must choose a new password can read their own account, which says so, and use public routes', async () => {
    const bound = await addPlantedCaller(portal, 'client', { must_change_password: true });

    expect(await portal.call('GET', '/api/user', bound)).toMatchObject({
      status: 200,
      body: { mustChangePassword: true },
    });
    expect((await portal.call('GET', '/api/auth-options', bound)).status).toBe(200);
    expect((await portal.call('POST', '/api/logout', bound)).status).toBe(204);
  });

  it('a user who must choose a new password is let in again at the next request after choosing it', async () => {
    const { cookie, userId } = await addPlantedCaller(portal, 'client', { must_change_password: true });
    expect((await portal.call('GET', '/api/client/stats', { cookie })).status).toBe(403);
    await portal.connection
      .update(users)
      .set({ must_change_password: false })
      .where(eq(users.User_Id, userId));

    expect((await portal.call('GET', '/api/client/stats', { cookie })).status).toBe(200);
  });
});

it('the refused request of a signed-in user from another site is audited', async () => {
  const admin = await addPlantedCaller(portal, 'admin');
  const request = { method: 'DELETE', path: `/api/admin/users/${client.userId}` } as const;
  await sendFrom({ portal }, admin, request, { origin: 'https://evil.example' });

  const [row] = await portal.connection.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(row).toMatchObject({ action: 'users.delete refused', changes: { status: 403 } });
});
