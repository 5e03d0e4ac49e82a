import { afterAll, beforeAll, expect, it } from 'vitest';
import { throttleCounters } from '#functions/database/schema/system-tables.ts';
import { addLink, askForAddress, NEW_PASSWORD, readAccount } from '#test/support/links/links.ts';
import { addVerified } from '#test/support/mails/mail-jobs.ts';
import { addUser, PASSWORD, startSession } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let admin: { cookie: string };

beforeAll(async () => {
  portal = await startTestPortal({ logError: () => {} });
  admin = { cookie: await startSession(portal, await addUser(portal, { user_role: 'admin' })) };
});
afterAll(() => portal.stop());

const ROUNDS = 8;

/** Returns the call and the status of an answer that failed. */
const call = async (method: string, path: string, more: { cookie?: string; body?: object } = {}) => {
  const { status } = await portal.call(method, path, more);

  return status >= 500 ? [`${method} ${path.replace(/\d+/, 'id')} ${status}`] : [];
};

/** Makes the calls of an account that write counters, mails, links and sessions, with its deletion among them. */
const callAtOnce = async () => {
  const { userId, email } = await addVerified(portal);
  const cookies = await Promise.all(Array.from({ length: 4 }, () => startSession(portal, userId)));
  const cookie = cookies[0] ?? '';
  const reset = await addLink(portal, 'reset', { userId, address: email });
  const notMe = await addLink(portal, 'not-asked', { userId, address: email });
  const change = await askForAddress(portal, userId, `new-${email}`);
  const signIn = (password: string) => call('POST', '/api/login', { body: { identifier: email, password } });
  const own = (method: string, path: string, body?: object) =>
    call(method, path, { cookie, ...(body && { body }) });

  const failed = await Promise.all([
    ...Array.from({ length: 8 }, () => signIn(PASSWORD)),
    ...Array.from({ length: 4 }, () => signIn('wrong')),
    own('POST', '/api/user/email', { User_Email: `other-${email}`, currentPassword: PASSWORD }),
    own('PUT', '/api/user/password', { currentPassword: PASSWORD, User_Pass_Bkp: NEW_PASSWORD }),
    call('DELETE', `/api/admin/users/${userId}`, admin),
    ...Array.from({ length: 8 }, () => signIn(PASSWORD)),
    own('PUT', '/api/user', { User_Name: 'Zanele' }),
    own('POST', '/api/user/verification'),
    own('DELETE', '/api/user/sessions'),
    call('POST', '/api/password-reset', { body: { User_Email: email } }),
    call('POST', '/api/password-reset/confirm', { body: { token: reset, User_Pass_Bkp: NEW_PASSWORD } }),
    call('POST', '/api/email-verification', { cookie, body: { token: change } }),
    call('POST', '/api/not-me', { body: { token: notMe } }),
    call('POST', `/api/admin/users/${userId}/password-reset`, admin),
    call('PUT', `/api/admin/users/${userId}`, { ...admin, body: { User_Status: 0 } }),
  ]);
  expect(await readAccount(portal, userId)).toBeUndefined();

  return failed.flat();
};

it('the deletion of an account makes no other call of it fail, and none keeps the account', async () => {
  const failed: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await portal.connection.delete(throttleCounters);
    failed.push(...(await callAtOnce()));
  }

  expect(failed).toEqual([]);
});
