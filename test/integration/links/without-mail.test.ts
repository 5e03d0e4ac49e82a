import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { WRONG_PASSWORD } from '#shared/contract/account.ts';
import { OWN_EMAIL } from '#shared/contract/users/user-edit.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import {
  addAccount,
  addLink,
  askForAddress,
  linkCalls,
  listMails,
  readAccount,
  verifyEmail,
} from '#test/support/links/links.ts';
import { addSignedInUser, makeRegistration, PASSWORD, startSession } from '#test/support/portal/accounts.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

/** A portal without a sender works and orders nothing (D58). */
let portal: TestPortal;
let admin: { userId: number; cookie: string };

beforeAll(async () => {
  portal = await startTestPortal({ settings: { MAIL_FROM: '' } });
  admin = await addSignedInUser(portal, { user_role: 'admin' });
});
afterAll(async () => {
  expect(await countRows(portal, mails)).toBe(0);
  await portal.stop();
});

const addVerifiedAccount = async () => {
  const account = await addAccount(portal);
  await verifyEmail(portal, account.userId);

  return account;
};

it('a portal without mail offers no link for a new password, and says whom to ask', async () => {
  const { address } = await addVerifiedAccount();

  expect((await portal.call('GET', '/api/auth-options')).body).toMatchObject({ passwordReset: false });
  expect(await linkCalls(portal).ask(address)).toMatchObject({
    status: 404,
    body: { message: 'This portal sends no mail. Please ask support for a new password.' },
  });
});

it('a portal without mail records a payment without a mail', async () => {
  const { userId } = await addVerifiedAccount();

  expect((await moneyCalls(portal, admin).pay(userId)).status).toBe(201);
  expect(await listMails(portal, userId)).toEqual([]);
});

it('an administrator cannot send a link from a portal without mail', async () => {
  const { userId } = await addVerifiedAccount();

  expect(await portal.call('POST', `/api/admin/users/${userId}/password-reset`, admin)).toMatchObject({
    status: 409,
    body: { message: 'This portal sends no mail.' },
  });
});

it('the record of a client says that a portal without mail invites nobody', async () => {
  const { userId } = await addAccount(portal);
  const { body } = await portal.call('GET', `/api/admin/users/${userId}/summary`, admin);

  expect(body.invitation).toEqual({ obstacle: 'no-mail', invitedAt: null });
});

it('a portal without mail registers, edits and deletes accounts, and ends their links, without a mail', async () => {
  const { status } = await portal.call('POST', '/api/register', { body: makeRegistration() });
  expect(status).toBe(201);

  const { userId } = await addVerifiedAccount();
  const token = await askForAddress(portal, userId, 'wanted@example.com');
  for (const body of [{ User_Email: 'given@example.com' }, { User_Pass_Bkp: 'Set-by-an-admin-3' }]) {
    expect((await portal.call('PUT', `/api/admin/users/${userId}`, { ...admin, body })).status).toBe(200);
  }
  expect((await linkCalls(portal).verify(token)).status).toBe(410);
  expect((await portal.call('DELETE', `/api/admin/users/${userId}`, admin)).status).toBe(204);
});

it('users of a portal without mail change their details and password, and no address that needs a link', async () => {
  const { userId, address } = await addVerifiedAccount();
  await portal.connection.update(users).set({ email_verified_at: null }).where(eq(users.User_Id, userId));
  const cookie = await startSession(portal, userId);
  const call = async (method: string, path: string, body?: object) => {
    const answer = await portal.call(method, path, { cookie, ...(body && { body }) });

    return [answer.status, answer.status === 409 ? answer.body.message : null];
  };
  const noMail = [409, 'This portal sends no mail.'];

  expect(await call('PUT', '/api/user', { User_Town: 'Paarl' })).toEqual([200, null]);
  const wanted = { User_Email: 'wanted@example.com', currentPassword: PASSWORD };
  expect(await call('POST', '/api/user/email', wanted)).toEqual(noMail);
  expect(await call('DELETE', '/api/user/email')).toEqual([204, null]);
  expect(await call('POST', '/api/user/verification')).toEqual(noMail);
  expect(await call('GET', '/api/user/mails')).toEqual([200, null]);
  const passwords = { currentPassword: PASSWORD, User_Pass_Bkp: 'Another-of-mine-5' };
  expect(await call('PUT', '/api/user/password', passwords)).toEqual([204, null]);

  expect(await readAccount(portal, userId)).toMatchObject({ User_Town: 'Paarl', pending_email: null });
  await expect(portal.signIn(address, 'Another-of-mine-5')).resolves.toContain('session=');
});

it('administrators of a portal without mail change their own address at once, and only with their password', async () => {
  const { userId, cookie } = await addSignedInUser(portal, { user_role: 'admin' });
  const elsewhere = await startSession(portal, userId);
  const User_Email = `${crypto.randomUUID()}@example.com`;
  const change = (currentPassword: string) =>
    portal.call('POST', '/api/user/email', { cookie, body: { User_Email, currentPassword } });
  const before = await readAccount(portal, userId);

  const inManagement = await portal.call('PUT', `/api/admin/users/${userId}`, {
    cookie,
    body: { User_Email },
  });
  expect([inManagement.status, inManagement.body.fields]).toEqual([409, { User_Email: OWN_EMAIL }]);
  expect((await change('not my password')).body.fields).toEqual({ currentPassword: WRONG_PASSWORD });
  expect(await readAccount(portal, userId)).toEqual(before);

  expect((await change(PASSWORD)).status).toBe(202);
  expect(await readAccount(portal, userId)).toMatchObject({
    User_Email,
    email_verified_at: null,
    pending_email: null,
  });
  expect((await portal.call('GET', '/api/user', { cookie })).status).toBe(200);
  expect((await portal.call('GET', '/api/user', { cookie: elsewhere })).status).toBe(401);
  const audited = await portal.connection.select().from(auditLog).where(eq(auditLog.actor_id, userId));
  expect(audited.at(-1)).toMatchObject({ action: 'users.update', changes: ['User_Email'] });
});

it('administrators of a portal without mail cannot take the address of another account', async () => {
  const { cookie } = await addSignedInUser(portal, { user_role: 'admin' });
  const { address } = await addVerifiedAccount();
  const body = { User_Email: address, currentPassword: PASSWORD };

  expect((await portal.call('POST', '/api/user/email', { cookie, body })).body.fields).toHaveProperty(
    'User_Email',
  );
});

it('links that were sent before the mail was switched off still work', async () => {
  const { userId, address } = await addVerifiedAccount();
  const reset = await addLink(portal, 'reset', { userId, address });
  expect((await linkCalls(portal).reset(reset)).status).toBe(204);

  const change = await askForAddress(portal, userId, `${crypto.randomUUID()}@example.com`);
  expect((await linkCalls(portal).verify(change, await startSession(portal, userId))).status).toBe(204);
  expect((await readAccount(portal, userId))?.User_Email).not.toBe(address);
});
