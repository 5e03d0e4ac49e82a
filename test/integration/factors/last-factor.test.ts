import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addFactorOwner } from '#test/support/factors/add-factor-owner.ts';
import { factorCalls } from '#test/support/factors/own-factors.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';

let portal: Awaited<ReturnType<typeof startTestPortal>>;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { ADMIN_SECOND_FACTOR: 'required' } });
});
afterAll(() => portal.stop());

type Owner = Awaited<ReturnType<typeof addFactorOwner>>;

const deleteAll = ({ cookie, ids }: Owner) =>
  Promise.all(ids.map(async (id) => (await factorCalls(portal).deletePasskey(cookie, id)).status));

describe('where administrators need a second factor', () => {
  it('of an administrator’s last two passkeys, deleted in two tabs, one stays with the recovery codes', async () => {
    const admin = await addFactorOwner(portal, { role: 'admin', passkeys: 2, totp: false });

    expect((await deleteAll(admin)).toSorted()).toEqual([204, 409]);

    const list = await factorCalls(portal).list(admin.cookie);
    expect([list.passkeys.length, list.codesLeft]).toEqual([1, 10]);
  });

  it('an administrator keeps the app without a passkey, and a last passkey without the app', async () => {
    const withApp = await addFactorOwner(portal, { role: 'admin', passkeys: 0, totp: true });
    const withBoth = await addFactorOwner(portal, { role: 'admin', passkeys: 1, totp: true });

    expect((await factorCalls(portal).deleteTotp(withApp.cookie)).status).toBe(409);
    expect((await factorCalls(portal).deleteTotp(withBoth.cookie)).status).toBe(204);
    expect(await deleteAll(withBoth)).toEqual([409]);
  });

  it('a client may delete every passkey', async () => {
    const client = await addFactorOwner(portal, { passkeys: 2, totp: false });

    expect(await deleteAll(client)).toEqual([204, 204]);
    expect(await factorCalls(portal).list(client.cookie)).toEqual({
      passkeys: [],
      totp: false,
      codesLeft: 0,
    });
  });
});
