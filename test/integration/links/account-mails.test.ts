import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { linkTokens, mailBlocks, mails } from '#functions/database/schema/mails-tables.ts';
import { throttleCounters } from '#functions/database/schema/system-tables.ts';
import {
  addAccount,
  addCanary,
  addLink,
  linkCalls,
  listAudit,
  listMails,
  readAccount,
  verifyEmail,
} from '#test/support/links/links.ts';
import { makeRegistration, PASSWORD, startSession } from '#test/support/portal/accounts.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

const newAddress = () => `${crypto.randomUUID()}@example.com`;

const edit = (userId: number, body: object) =>
  portal.call('PUT', `/api/admin/users/${userId}`, { ...admin, body });

const remove = (userId: number) => portal.call('DELETE', `/api/admin/users/${userId}`, admin);

const kindsOf = async (userId: number) => (await listMails(portal, userId)).map(({ kind }) => kind);

describe('mails about a registration and a sign-in', () => {
  const register = (User_Email: string) =>
    portal.call('POST', '/api/register', { body: makeRegistration({ User_Email }) });

  /** Signs in, and returns the cookie that makes the browser known. */
  const signIn = async (identifier: string, cookie?: string) => {
    const { headers } = await portal.call('POST', '/api/login', {
      body: { identifier, password: PASSWORD },
      ...(cookie && { cookie }),
    });

    return headers.getSetCookie()[1]?.split(';')[0] ?? '';
  };

  it('a registration orders the mail that verifies its address, and no mail about a sign-in', async () => {
    const address = newAddress();
    const { body } = await register(address);

    expect(await listMails(portal, body.User_Id)).toEqual([
      { kind: 'verify', recipient: address, about: {}, job: 'queued' },
    ]);
  });

  it('a registration that is refused orders no mail', async () => {
    const { userId, address } = await addAccount(portal);
    const before = await countRows(portal, mails);

    expect((await register(address.toUpperCase())).status).toBe(409);
    expect(await countRows(portal, mails)).toBe(before);
    expect(await listMails(portal, userId)).toEqual([]);
  });

  it('a sign-in from an unknown browser is mailed, at most once an hour, and none from a known one', async () => {
    const { userId, address } = await addAccount(portal);
    const known = await signIn(address);
    expect(await listMails(portal, userId)).toEqual([
      { kind: 'new-sign-in', recipient: address, about: { sessionId: expect.any(String) }, job: 'queued' },
    ]);

    await Promise.all([signIn(address), signIn(address), signIn(address)]);
    expect(await kindsOf(userId)).toHaveLength(1);

    await portal.connection.delete(throttleCounters);
    await signIn(address, known);
    expect(await kindsOf(userId)).toHaveLength(1);
    await signIn(address);
    expect(await kindsOf(userId)).toHaveLength(2);
  });

  it('ten first sign-ins from unknown browsers at once order one mail', async () => {
    const { userId, address } = await addAccount(portal);
    await Promise.all(Array.from({ length: 10 }, () => signIn(address)));

    expect(await kindsOf(userId)).toEqual(['new-sign-in']);
  });

  it('a sign-in of the canary orders no mail, and shows no block because of one', async () => {
    const { userId, address } = await addAccount(portal);
    const canary = await addCanary(portal);
    await signIn(canary);
    await signIn(address);

    expect(await listMails(portal, 0)).toEqual([]);
    const { body } = await portal.call('GET', `/api/admin/users/${userId}`, admin);
    expect(body.signInBlockedUntil).toBeNull();
  });
});

describe('mails about what an administrator does', () => {
  it('a new address is verified by its mailbox, and told to the old one if that was verified', async () => {
    const { userId, address } = await addAccount(portal);
    const [first, second] = [newAddress(), newAddress()];
    await edit(userId, { User_Email: first });
    expect(await listMails(portal, userId)).toEqual([
      { kind: 'verify', recipient: first, about: { adminId: admin.userId }, job: 'queued' },
    ]);

    await verifyEmail(portal, userId);
    expect((await edit(userId, { User_Email: second })).body).toMatchObject({ emailVerified: false });
    const told = (await listMails(portal, userId)).filter(({ kind }) => kind === 'address-changed');
    expect(told).toEqual([{ kind: 'address-changed', recipient: first, about: {}, job: 'queued' }]);
    expect(JSON.stringify(await listMails(portal, userId))).not.toContain(address);
  });

  it('a new password must be changed by its owner', async () => {
    const { userId, address } = await addAccount(portal);
    await edit(userId, { User_Pass_Bkp: 'Set-by-an-admin-3' });

    expect(await readAccount(portal, userId)).toMatchObject({ must_change_password: true });
    expect(await listMails(portal, userId)).toEqual([
      { kind: 'password-changed', recipient: address, about: {}, job: 'queued' },
    ]);
  });

  it('an edit of other fields orders no mail and takes two database calls', async () => {
    const { userId } = await addAccount(portal);
    await portal.call('GET', '/api/user', admin);
    portal.dataApi.calls.reset();

    expect((await edit(userId, { User_Town: 'Paarl' })).status).toBe(200);
    expect(portal.dataApi.calls.total).toBe(2);
    expect(await listMails(portal, userId)).toEqual([]);
  });

  it('a link for a new password is sent to an account by an administrator, and audited', async () => {
    const { userId, address } = await addAccount(portal);
    const { status } = await portal.call('POST', `/api/admin/users/${userId}/password-reset`, admin);

    expect(status).toBe(202);
    expect(await listMails(portal, userId)).toEqual([
      { kind: 'reset', recipient: address, about: { adminId: admin.userId }, job: 'queued' },
    ]);
    expect(await listAudit(portal, userId)).toEqual([
      { action: 'users.send-reset', actor: admin.userId, changes: [] },
    ]);
  });

  it.each([
    ['is not active', { User_Status: 0 }, 'This account is not active.'],
    [
      'is of an administrator without a verified address',
      { user_role: 'admin' as const },
      'An administrator gets a link only at a verified email address.',
    ],
  ])('no link is sent to an account that %s', async (_, change, message) => {
    const { userId } = await addAccount(portal, change);

    expect(await portal.call('POST', `/api/admin/users/${userId}/password-reset`, admin)).toMatchObject({
      status: 409,
      body: { message },
    });
    expect(await listMails(portal, userId)).toEqual([]);
    expect(await listAudit(portal, userId)).toEqual([]);
  });

  it('no link is sent on behalf of a client', async () => {
    const { userId } = await addAccount(portal);
    const cookie = await startSession(portal, userId);

    expect((await portal.call('POST', `/api/admin/users/${userId}/password-reset`, { cookie })).status).toBe(
      403,
    );
  });
});

describe('the mails of an account that is deleted', () => {
  const countLeft = async (userId: number, mailIds: string[]) => ({
    mails: await countRows(portal, mails, eq(mails.user_id, userId)),
    links: await countRows(portal, linkTokens, eq(linkTokens.user_id, userId)),
    blocks: await countRows(portal, mailBlocks, eq(mailBlocks.user_id, userId)),
    jobs: (await portal.connection.select({ key: jobs.key }).from(jobs)).filter(({ key }) =>
      mailIds.includes(key),
    ).length,
  });

  it('go with its links, blocks and jobs, and one mail without an account tells the verified address', async () => {
    const { userId, address } = await addAccount(portal);
    await verifyEmail(portal, userId);
    await linkCalls(portal).ask(address);
    await edit(userId, { User_Pass_Bkp: 'Set-by-an-admin-3' });
    await addLink(portal, 'reset', { userId, address });
    await portal.connection
      .insert(mailBlocks)
      .values({ user_id: userId, address: 'other@example.com', reason: 'not-me' });
    const owned = await portal.connection
      .select({ id: mails.id })
      .from(mails)
      .where(eq(mails.user_id, userId));
    const ids = owned.map(({ id }) => id);
    expect(await countLeft(userId, ids)).toEqual({ mails: 2, links: 1, blocks: 1, jobs: 2 });

    expect((await remove(userId)).status).toBe(204);

    expect(await countLeft(userId, ids)).toEqual({ mails: 0, links: 0, blocks: 0, jobs: 0 });
    const closed = (await listMails(portal, null)).filter(({ recipient }) => recipient === address);
    expect(closed).toEqual([{ kind: 'account-closed', recipient: address, about: {}, job: 'queued' }]);
  });

  it('leave no mail to an address that was not verified, or is blocked', async () => {
    const unproven = await addAccount(portal);
    const blocked = await addAccount(portal);
    await verifyEmail(portal, blocked.userId);
    await portal.connection
      .insert(mailBlocks)
      .values({ user_id: blocked.userId, address: blocked.address, reason: 'bounce' });

    for (const { userId, address } of [unproven, blocked]) {
      expect((await remove(userId)).status).toBe(204);
      const left = (await listMails(portal, null)).filter(({ recipient }) => recipient === address);
      expect(left).toEqual([]);
    }
  });
});
