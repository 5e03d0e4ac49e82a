import { afterAll, beforeAll, expect, it } from 'vitest';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let cookie: string;

beforeAll(async () => {
  portal = await startTestPortal();
  ({ cookie } = await addSignedInUser(portal, { user_role: 'admin' }));
  for (let added = 0; added < 5; added += 1) {
    await addUser(portal, {});
  }
});
afterAll(() => portal.stop());

it.each([
  ['br', 'gzip, deflate, br, zstd'],
  ['gzip', 'gzip'],
  [null, 'identity'],
])('a long answer has content-encoding %s for a caller that accepts %s', async (encoding, accepted) => {
  const answer = await portal.call('GET', '/api/admin/users', {
    cookie,
    headers: { 'accept-encoding': accepted },
  });

  expect(answer.headers.get('content-encoding')).toBe(encoding);
  expect(answer.headers.get('vary')).toBe('accept-encoding');
  expect(answer.body.users).toHaveLength(6);
});
