import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { Role } from '#shared/contract/fields.ts';
import { PROOF_REQUIRED } from '#shared/errors.ts';
import { addTotp } from '#test/support/factors/add-totp.ts';
import { addUser, PASSWORD, startSession } from '#test/support/portal/accounts.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';

const SECOND_MS = 1_000;
const ago = (seconds: number) => new Date(Date.now() - seconds * SECOND_MS).toISOString();

/** A moment within the ten minutes, and one after them. */
const [FRESH, STALE] = [9 * 60 + 50, 10 * 60 + 1];

const REFUSED = [403, { code: 'proof_required', message: PROOF_REQUIRED }];

let portal: Awaited<ReturnType<typeof startTestPortal>>;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { ADMIN_SECOND_FACTOR: 'required' } });
});
afterAll(() => portal.stop());

const addAccount = (user_role: Role, change: Partial<typeof users.$inferInsert> = {}) =>
  addUser(portal, { User_Email: `${crypto.randomUUID()}@example.com`, user_role, ...change });

const enterAsAdmin = async (provedAt: number) => {
  const userId = await addAccount('admin');

  return { userId, cookie: await startSession(portal, userId, { level: 2, proved_at: ago(provedAt) }) };
};

const put = (cookie: string, userId: number, body: object) =>
  portal.call('PUT', `/api/admin/users/${userId}`, { cookie, body });

const read = async (userId: number) => {
  const [row] = await portal.connection.select().from(users).where(eq(users.User_Id, userId));

  return row;
};

describe('an export', () => {
  it('needs proof of the last ten minutes; a refused one is no export in the audit log', async () => {
    const [fresh, stale] = [await enterAsAdmin(FRESH), await enterAsAdmin(STALE)];
    const ask = (cookie: string) => portal.call('GET', '/api/admin/users/export', { cookie });
    const refused = await ask(stale.cookie);

    expect([refused.status, refused.body]).toEqual(REFUSED);
    expect((await ask(fresh.cookie)).status).toBe(200);
    const rows = await portal.connection.select().from(auditLog).where(eq(auditLog.actor_id, stale.userId));
    expect(rows).toEqual([]);
  });

  it('is made after the password was given, in this session alone', async () => {
    const admin = await enterAsAdmin(STALE);
    const elsewhere = await startSession(portal, admin.userId, { level: 2, proved_at: ago(STALE) });
    const ask = (cookie: string) => portal.call('GET', '/api/admin/debtors.csv', { cookie });
    const proof = await portal.call('POST', '/api/user/proof', {
      cookie: admin.cookie,
      body: { password: PASSWORD },
    });

    expect(proof.status).toBe(204);
    expect([(await ask(admin.cookie)).status, (await ask(elsewhere)).status]).toEqual([200, 403]);
  });

  it('asks a client who calls it for nothing, because it is not theirs', async () => {
    const cookie = await startSession(portal, await addAccount('client'), { proved_at: ago(STALE) });
    const { body } = await portal.call('GET', '/api/admin/users/export', { cookie });

    expect(body.code).toBe('forbidden');
  });
});

describe('an edit by an administrator without fresh proof', () => {
  const verified = { email_verified_at: new Date().toISOString() };

  it.each<[string, Role, object]>([
    ['makes nobody an administrator', 'client', { user_role: 'admin' }],
    ['takes no role from another administrator', 'admin', { user_role: 'client' }],
    ["changes no other administrator's status", 'admin', { User_Status: 0 }],
    ["changes no other administrator's address", 'admin', { User_Email: 'another-address@example.com' }],
    ["sets no other administrator's password", 'admin', { User_Pass_Bkp: 'Another-long-one-7!' }],
    ["sets no client's password", 'client', { User_Pass_Bkp: 'Another-long-one-7!' }],
  ])('%s', async (_, role, change) => {
    const [stale, fresh] = [await enterAsAdmin(STALE), await enterAsAdmin(FRESH)];
    const userId = await addAccount(role, verified);
    const before = await read(userId);
    const refused = await put(stale.cookie, userId, change);

    expect([refused.status, refused.body]).toEqual(REFUSED);
    expect(await read(userId)).toEqual(before);
    expect((await put(fresh.cookie, userId, change)).status).toBe(200);
  });

  it.each<[string, Role, object]>([
    ["changes a client's name", 'client', { User_Name: 'Another' }],
    ["changes a client's status", 'client', { User_Status: 0 }],
    ["changes a client's address", 'client', { User_Email: 'yet-another@example.com' }],
    ['sends the role that the account has', 'client', { user_role: 'client', User_Status: 1 }],
    ["changes another administrator's phone number", 'admin', { User_Mobile: '0821112222' }],
  ])('%s', async (_, role, change) => {
    const stale = await enterAsAdmin(STALE);

    expect((await put(stale.cookie, await addAccount(role), change)).status).toBe(200);
  });
});

describe('fresh proof', () => {
  it('comes with a completed sign-in', async () => {
    const userId = await addAccount('client');
    const email = (await read(userId))?.User_Email ?? '';
    const cookie = await portal.signIn(email, PASSWORD);

    expect((await portal.call('POST', '/api/user/passkeys/options', { cookie })).status).toBe(200);
  });

  it('is not given by a code alone', async () => {
    const admin = await enterAsAdmin(STALE);
    await addTotp(portal, admin.userId);
    const { status } = await portal.call('POST', '/api/user/proof', {
      cookie: admin.cookie,
      body: { code: '123456' },
    });

    expect(status).toBe(400);
    const [row] = await portal.connection.select().from(sessions).where(eq(sessions.user_id, admin.userId));
    expect(Date.now() - Date.parse(row?.proved_at ?? '')).toBeGreaterThan(STALE * SECOND_MS);
  });
});
