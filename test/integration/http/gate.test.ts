import { fileURLToPath } from 'node:url';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { makeLambdaContext } from '#local/lambda-context.ts';
import { allRoutes } from '#shared/contract/index.ts';
import type { Route } from '#shared/contract/route.ts';
import { makeRequest } from '#test/support/contract/route-requests.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let owner: { userId: number; email: string };
let cookies: Record<Route['access'], string>;

const addCookie = async (user_role: 'admin' | 'client') =>
  startSession(portal, await addUser(portal, { user_role }));

beforeAll(async () => {
  portal = await startTestPortal();
  owner = { userId: await addUser(portal, {}), email: 'owner@example.com' };
  const client = await addCookie('client');
  cookies = { public: client, 'signed-in': client, client, admin: await addCookie('admin') };
});
afterAll(() => portal.stop());

const writes = allRoutes.filter(([, route]) => route.method !== 'GET');
const strangers = [
  ['another site', { origin: 'https://evil.example' }],
  ['the portal by another scheme', { origin: 'https://localhost' }],
  ['a sandboxed page', { origin: 'null' }],
  ['nowhere', {}],
] as const;

describe.each(writes)('%s', (routeId, route) => {
  it.each(strangers)(`${routeId} refuses a write from %s`, async (_, headers) => {
    const { method, path, body } = await makeRequest(portal, routeId, owner);
    const answer = await fetch(`${portal.url}${path}`, {
      method,
      headers: { cookie: cookies[route.access], 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });

    expect(answer.status).toBe(403);
    expect(await answer.json()).toEqual({
      code: 'forbidden',
      message: 'This request did not come from the portal.',
    });
    expect(answer.headers.get('set-cookie')).toBeNull();
  });
});

const reads = allRoutes.filter(([, route]) => route.method === 'GET');

it.each(reads)('%s refuses a read that another site or subdomain started', async (routeId, route) => {
  const { path } = await makeRequest(portal, routeId, owner);
  const cookie = cookies[route.access];

  for (const site of ['cross-site', 'same-site']) {
    const answer = await portal.call('GET', path, { cookie, headers: { 'sec-fetch-site': site } });
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  }
});

it.each(['same-origin', 'none'])('answers a read that the browser marks as %s', async (site) => {
  const headers = { 'sec-fetch-site': site };

  expect(await portal.call('GET', '/api/user', { cookie: cookies.client, headers })).toMatchObject({
    status: 200,
  });
});

it('audits the refused request of a signed-in user', async () => {
  await fetch(`${portal.url}/api/admin/users/${owner.userId}`, {
    method: 'DELETE',
    // Another user than in the refusals above, which are more than the audit log records of one user.
    headers: { cookie: await addCookie('admin'), origin: 'https://evil.example' },
  });

  const [row] = await portal.connection.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(row).toMatchObject({ action: 'users.delete refused', changes: { status: 403 } });
});

describe('requests that bypass CloudFront', () => {
  const callHandler = async (routeId: string, headers: Record<string, string>, cookie: string) => {
    const file = new URL(`../../../functions/handlers/${routeId.replace('.', '/')}.ts`, import.meta.url);
    const { handler } = await import(fileURLToPath(file));
    const event = {
      headers: { origin: portal.url, ...headers },
      cookies: [cookie],
      requestContext: { requestId: 'request' },
    } as unknown as APIGatewayProxyEventV2;

    return handler(event, makeLambdaContext(routeId, 29));
  };

  it.each(allRoutes)('%s refuses a request that bypasses CloudFront', async (routeId, route) => {
    for (const headers of [{}, { 'x-origin-verify': 'a guess' }, { 'x-origin-verify': '' }]) {
      const answer = await callHandler(routeId, headers, cookies[route.access]);

      expect(answer.statusCode).toBe(403);
      expect(JSON.parse(answer.body).message).toBe('This address answers only through the portal.');
    }
  });

  it('accepts a request that carries the secret of CloudFront', async () => {
    const secret = process.env.ORIGIN_VERIFY_SECRET ?? '';
    const answer = await callHandler('auth.user', { 'x-origin-verify': secret }, cookies.client);

    expect(answer.statusCode).toBe(200);
  });
});
