import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { allRoutes } from '#shared/contract/index.ts';
import type { Route } from '#shared/contract/route.ts';
import { PASSWORD_CHANGE_REQUIRED } from '#shared/errors.ts';
import { makeRequest } from '#test/support/contract/route-requests.ts';
import { WITH_MAIL } from '#test/support/links/links.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal({ settings: WITH_MAIL });
});
afterAll(() => portal.stop());

const addBound = async (role: 'admin' | 'client') => {
  const caller = await addCaller(portal, role);
  await portal.connection
    .update(users)
    .set({ must_change_password: true })
    .where(eq(users.User_Id, caller.userId));

  return caller;
};

const roleOf = ({ access }: Route) => (access === 'admin' ? 'admin' : 'client');

const withSession = allRoutes.filter(([, { access }]) => access !== 'public');
const refused = withSession.filter(([, route]) => !route.beforeNewPassword);

describe('a user who must choose a new password', () => {
  it('may read their account and change their password, and nothing else', () => {
    const allowed = withSession.flatMap(([id, { beforeNewPassword }]) => (beforeNewPassword ? [id] : []));

    expect(allowed).toEqual(['auth.user', 'account.password']);
  });

  it.each(refused)('is refused by %s, which changes and shows nothing', async (routeId, route) => {
    const caller = await addBound(roleOf(route));
    const { method, path, body } = await makeRequest(portal, routeId, caller);
    const auditedBefore = await countRows(portal, auditLog);
    const before = await portal.connection.select().from(users).where(eq(users.User_Id, caller.userId));

    const answer = await portal.call(method, path, { cookie: caller.cookie, ...(body && { body }) });

    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 403,
      body: { code: 'password_change_required', message: PASSWORD_CHANGE_REQUIRED },
    });
    expect(await countRows(portal, auditLog)).toBe(auditedBefore);
    expect(await portal.connection.select().from(users).where(eq(users.User_Id, caller.userId))).toEqual(
      before,
    );
  });

  it('can read their own account, which says so, and is refused by no public route', async () => {
    const { cookie } = await addBound('client');

    expect(await portal.call('GET', '/api/user', { cookie })).toMatchObject({
      status: 200,
      body: { mustChangePassword: true },
    });
    expect((await portal.call('GET', '/api/auth-options', { cookie })).status).toBe(200);
    expect((await portal.call('POST', '/api/logout', { cookie })).status).toBe(204);
  });

  it('is let in again at the next request after a new password', async () => {
    const { cookie, userId } = await addBound('client');
    await portal.connection
      .update(users)
      .set({ must_change_password: false })
      .where(eq(users.User_Id, userId));

    expect((await portal.call('GET', '/api/client/stats', { cookie })).status).toBe(200);
  });
});
