import { and, eq, like } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { linkTokens } from '#functions/database/schema/mails-tables.ts';
import { throttleCounters } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { PASSWORD_TOO_EASY } from '#shared/contract/auth.ts';
import { LINK_GONE } from '#shared/errors.ts';
import {
  addAccount,
  addLink,
  askForAddress,
  linkCalls,
  listAudit,
  listMails,
  NEW_PASSWORD,
  readAccount,
  verifyEmail,
} from '#test/support/links/links.ts';
import { addUser, PASSWORD, startSession } from '#test/support/portal/accounts.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

let calls: ReturnType<typeof linkCalls>;

beforeAll(() => {
  calls = linkCalls(portal);
});

const GONE = { status: 410, body: { code: 'gone', message: LINK_GONE } };

/** Adds an account with a link for a new password. */
const addOwner = async (change: Parameters<typeof addUser>[1] = {}) => {
  const account = await addAccount(portal, change);

  return { ...account, token: await addLink(portal, 'reset', account) };
};

describe('a new password by a link', () => {
  it('a new password by a link replaces the old one, verifies the address, and needs no other change', async () => {
    const { userId, address, token } = await addOwner({ must_change_password: true });
    expect((await calls.checkReset(token)).status).toBe(204);

    expect((await calls.reset(token)).status).toBe(204);

    expect(await readAccount(portal, userId)).toMatchObject({
      email_verified_at: expect.any(String),
      must_change_password: false,
      version: 1,
    });
    await expect(portal.signIn(address, PASSWORD)).rejects.toThrow('401');
    await portal.signIn(address, NEW_PASSWORD);
  });

  it('a new password by a link ends all sessions, signs nobody in and leaves the cookies of the browser alone', async () => {
    const { userId, token } = await addOwner();
    const cookie = await startSession(portal, userId);
    const other = await startSession(portal, await addUser(portal, {}));

    const { headers } = await portal.call('POST', '/api/password-reset/confirm', {
      cookie: other,
      body: { token, User_Pass_Bkp: NEW_PASSWORD },
    });

    expect(headers.getSetCookie()).toEqual([]);
    expect(await countRows(portal, sessions, eq(sessions.user_id, userId))).toBe(0);
    expect((await portal.call('GET', '/api/user', { cookie })).status).toBe(401);
    expect((await portal.call('GET', '/api/user', { cookie: other })).status).toBe(200);
  });

  it('a new password by a link ends every other link of the account and its change of address', async () => {
    const { userId, address, token } = await addOwner();
    const second = await addLink(portal, 'reset', { userId, address });
    const verify = await addLink(portal, 'verify', { userId, address });
    const change = await askForAddress(portal, userId, `${crypto.randomUUID()}@example.com`);

    expect((await calls.reset(token)).status).toBe(204);

    expect(await calls.reset(second)).toMatchObject(GONE);
    expect(await calls.verify(verify, await startSession(portal, userId))).toMatchObject(GONE);
    expect(await calls.verify(change)).toMatchObject(GONE);
    expect(await readAccount(portal, userId)).toMatchObject({ pending_email: null, User_Email: address });
    expect(await countRows(portal, linkTokens, eq(linkTokens.user_id, userId))).toBe(0);
  });

  it("a new password by a link lifts the account's sign-in blocks", async () => {
    const { userId, address, token } = await addOwner();
    for (let count = 0; count < 11; count += 1) {
      await portal.call('POST', '/api/login', { body: { identifier: address, password: 'wrong' } });
    }
    await expect(portal.signIn(address, PASSWORD)).rejects.toThrow('429');

    await calls.reset(token);

    expect(await countRows(portal, throttleCounters, eq(throttleCounters.user_id, userId))).toBe(0);
    await portal.signIn(address, NEW_PASSWORD);
  });

  it('ten passwords a day are set by links, also after ten changes by the account itself, with one notice an hour', async () => {
    const { userId, address, token } = await addOwner();
    await calls.reset(token);
    const counters = like(throttleCounters.bucket, `password changes % of user ${userId}`);
    await portal.connection.update(throttleCounters).set({ count: 9 }).where(counters);
    await portal.connection.insert(throttleCounters).values({
      bucket: `password changes with the present one of user ${userId}`,
      count: 10,
      limit: 10,
      window_ends_at: new Date(Date.now() + 60_000).toISOString(),
    });
    const link = () => addLink(portal, 'reset', { userId, address });

    expect((await calls.reset(await link())).status).toBe(204);
    const refused = await link();
    expect((await calls.reset(refused)).status).toBe(429);

    expect((await calls.checkReset(refused)).status).toBe(204);
    expect(await listMails(portal, userId)).toMatchObject([{ kind: 'password-changed' }]);
  });

  it('a new password by a link is mailed to the address and audited by the name of the field alone', async () => {
    const { userId, address, token } = await addOwner();
    await calls.reset(token);

    expect(await listMails(portal, userId)).toEqual([
      { kind: 'password-changed', recipient: address, about: {}, job: 'queued' },
    ]);
    expect(await listAudit(portal, userId)).toEqual([
      { action: 'links.reset', actor: userId, changes: ['User_Pass_Bkp'] },
    ]);
  });

  it('a reset link of an administrator, once used, is mailed to every other active administrator', async () => {
    const boss = await addOwner({ user_role: 'admin', email_verified_at: new Date().toISOString() });
    const colleague = await addOwner({ user_role: 'admin' });
    const inactive = await addOwner({ user_role: 'admin', User_Status: 0 });

    expect((await calls.reset(boss.token)).status).toBe(204);

    expect(await listMails(portal, colleague.userId)).toEqual([
      {
        kind: 'admin-reset-used',
        recipient: colleague.address,
        about: { adminId: boss.userId },
        job: 'queued',
      },
    ]);
    expect(await listMails(portal, inactive.userId)).toEqual([]);
    expect((await listMails(portal, boss.userId)).map(({ kind }) => kind)).toEqual(['password-changed']);
  });

  it('a contact job is queued if a new password verifies the address, and none if it was verified before', async () => {
    const contactJobs = (userId: number) =>
      countRows(portal, jobs, and(eq(jobs.kind, 'helpdesk-contact'), eq(jobs.key, String(userId))));
    const unproven = await addOwner({ User_Support_Id: 900_001 });
    const proven = await addOwner({ User_Support_Id: 900_002 });
    await verifyEmail(portal, proven.userId);

    await calls.reset(unproven.token);
    await calls.reset(proven.token);

    expect(await contactJobs(unproven.userId)).toBe(1);
    expect(await contactJobs(proven.userId)).toBe(0);
  });

  it.each([
    ['one of the commonest', () => 'password123'],
    ['the address', (address: string) => address.toUpperCase()],
    ['the name', () => 'thandi nkosi'],
  ])('a password by a link is refused if it is %s, and the link is not used up', async (_, choose) => {
    const { userId, address, token } = await addOwner();

    expect(await calls.reset(token, choose(address))).toMatchObject({
      status: 400,
      body: { fields: { User_Pass_Bkp: PASSWORD_TOO_EASY } },
    });
    expect((await calls.reset(token, 'short')).status).toBe(400);
    expect((await readAccount(portal, userId))?.email_verified_at).toBeNull();
    expect((await calls.reset(token)).status).toBe(204);
  });

  it('the old password may be set again by a link', async () => {
    const { token } = await addOwner();

    expect((await calls.reset(token, PASSWORD)).status).toBe(204);
  });
});

describe('a link that does not hold', () => {
  const isGone = async (token: unknown) => {
    expect(await calls.checkReset(token)).toMatchObject(GONE);
    expect(await calls.reset(token)).toMatchObject(GONE);
  };

  it('a used link is refused', async () => {
    const { token } = await addOwner();
    await calls.reset(token);

    await isGone(token);
  });

  it('an expired link is refused', async () => {
    const { userId, address } = await addOwner();

    await isGone(await addLink(portal, 'reset', { userId, address, seconds: -1 }));
  });

  it.each([
    ['cut', (token: string) => token.slice(0, -1)],
    ['longer', (token: string) => `${token}A`],
    ['in another case', (token: string) => token.toUpperCase()],
    ['with a space', (token: string) => `${token.slice(0, 20)} ${token.slice(20)}`],
    ['with a line break', (token: string) => `${token.slice(0, 20)}\n${token.slice(20)}`],
    ['an encoded one', (token: string) => encodeURIComponent(`${token}=`)],
    ['the hash in place of the token', () => 'A'.repeat(43)],
    ['a wildcard', () => '%'],
    ['a quote', () => "' or '1'='1"],
  ])('a mangled link is refused, and still holds: %s', async (_, mangle) => {
    const { token } = await addOwner();

    await isGone(mangle(token));
    expect((await calls.checkReset(token)).status).toBe(204);
  });

  it('the hash that the database stores is refused as a link', async () => {
    const { userId } = await addOwner();
    const [stored] = await portal.connection.select().from(linkTokens).where(eq(linkTokens.user_id, userId));

    await isGone(stored?.token_hash);
  });

  it.each([
    ['no text', 7],
    ['empty', ''],
    ['too long', 'x'.repeat(256)],
    ['a list', ['x']],
    ['missing', undefined],
  ])('a token is refused at its field if it is %s', async (_, token) => {
    expect(await calls.reset(token)).toMatchObject({
      status: 400,
      body: { fields: { token: expect.any(String) } },
    });
  });

  it.each(['verify', 'change', 'not-me'] as const)('a link is refused if it is for %s', async (purpose) => {
    const { userId, address } = await addOwner();
    await portal.connection.update(users).set({ pending_email: address }).where(eq(users.User_Id, userId));
    const token = await addLink(portal, purpose, { userId, address });

    await isGone(token);
  });

  it('a link is refused once an administrator has given the account another address or password', async () => {
    const cookie = await startSession(portal, await addUser(portal, { user_role: 'admin' }));
    for (const edit of [
      { User_Email: `${crypto.randomUUID()}@example.com` },
      { User_Pass_Bkp: 'Set-by-an-admin-3' },
      { User_Status: 0 },
    ]) {
      const { userId, token } = await addOwner();
      await portal.call('PUT', `/api/admin/users/${userId}`, { cookie, body: edit });

      await isGone(token);
      expect(await countRows(portal, linkTokens, eq(linkTokens.user_id, userId))).toBe(0);
    }
  });

  it('a link is refused if a worker wrote it for an address that was replaced at the same moment', async () => {
    const { userId } = await addOwner();

    await isGone(await addLink(portal, 'reset', { userId, address: 'former@example.com' }));
  });

  it('a link of an inactive or deleted account, or of an administrator with an unverified address, is refused', async () => {
    const inactive = await addOwner({ User_Status: 0 });
    const admin = await addOwner({ user_role: 'admin' });
    const deleted = await addOwner();
    await portal.connection.delete(users).where(eq(users.User_Id, deleted.userId));

    for (const { token } of [inactive, admin, deleted]) {
      await isGone(token);
    }
  });
});
