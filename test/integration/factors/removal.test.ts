import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { passkeys, recoveryCodes, sessions, totpFactors } from '#functions/database/schema/auth-tables.ts';
import { addFactorOwner } from '#test/support/factors/add-factor-owner.ts';
import { factorCalls } from '#test/support/factors/own-factors.ts';
import { listAudit, listMails } from '#test/support/links/links.ts';
import { addCaller, startSession } from '#test/support/portal/accounts.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

const factors = () => factorCalls(portal);

const countOf = (
  table: typeof passkeys | typeof totpFactors | typeof recoveryCodes | typeof sessions,
  userId: number,
) => countRows(portal, table, eq(table.user_id, userId));

const statusOf = async (cookie: string) => (await portal.call('GET', '/api/user', { cookie })).status;

describe('a passkey that its owner deletes', () => {
  it('is gone, ends all other sessions, and leaves the codes while another factor stays', async () => {
    const owner = await addFactorOwner(portal, { passkeys: 2, totp: false });
    const elsewhere = await startSession(portal, owner.userId, { level: 2 });

    expect((await factors().deletePasskey(owner.cookie, owner.ids[0] ?? '')).status).toBe(204);

    const list = await factors().list(owner.cookie);
    expect([list.passkeys.map(({ id }: { id: string }) => id), list.codesLeft]).toEqual([[owner.ids[1]], 10]);
    expect(await statusOf(elsewhere)).toBe(401);
    expect((await listMails(portal, owner.userId)).map(({ about }) => about)).toEqual([
      { change: 'passkey-removed' },
    ]);
    expect(await listAudit(portal, owner.userId)).toEqual([
      { action: 'factors.delete-passkey', actor: owner.userId, changes: [] },
    ]);
  });

  it('takes the recovery codes with it if it was the last factor', async () => {
    const owner = await addFactorOwner(portal, { passkeys: 1, totp: false });

    expect((await factors().deletePasskey(owner.cookie, owner.ids[0] ?? '')).status).toBe(204);

    expect(await factors().list(owner.cookie)).toEqual({ passkeys: [], totp: false, codesLeft: 0 });
  });

  it('of another account is not found, as one that does not exist', async () => {
    const owner = await addFactorOwner(portal, { passkeys: 1, totp: false });
    const stranger = await addFactorOwner(portal, { passkeys: 1, totp: false });

    const theirs = await factors().deletePasskey(stranger.cookie, owner.ids[0] ?? '');
    const none = await factors().deletePasskey(stranger.cookie, crypto.randomUUID());

    expect([theirs.status, theirs.body]).toEqual([none.status, none.body]);
    expect(theirs.status).toBe(404);
    expect((await factors().list(owner.cookie)).passkeys).toHaveLength(1);
  });
});

describe('an authenticator app that its owner removes', () => {
  it('is gone, and the codes stay with the passkeys', async () => {
    const owner = await addFactorOwner(portal, { passkeys: 1, totp: true });

    expect((await factors().deleteTotp(owner.cookie)).status).toBe(204);

    expect(await factors().list(owner.cookie)).toMatchObject({ totp: false, codesLeft: 10 });
    expect((await factors().deleteTotp(owner.cookie)).status).toBe(409);
  });

  it('ends a second step of its account that is open', async () => {
    const owner = await addFactorOwner(portal, { passkeys: 0, totp: true });
    await startSession(portal, owner.userId, { needs: 'second-step' });

    await factors().deleteTotp(owner.cookie);

    const left = await portal.connection.select().from(sessions).where(eq(sessions.user_id, owner.userId));
    expect(left.map(({ needs }) => needs)).toEqual([null]);
  });
});

describe('new recovery codes', () => {
  it('replace all old ones, used and unused, and end all other sessions', async () => {
    const owner = await addFactorOwner(portal, { passkeys: 1, totp: false });
    const elsewhere = await startSession(portal, owner.userId, { level: 2 });
    const ofOwner = eq(recoveryCodes.user_id, owner.userId);
    await portal.connection.update(recoveryCodes).set({ used_at: new Date().toISOString() }).where(ofOwner);
    const old = await portal.connection.select().from(recoveryCodes).where(ofOwner);

    const { status, body } = await factors().renewCodes(owner.cookie);

    expect([status, body.codes.length]).toEqual([200, 10]);
    expect((await factors().list(owner.cookie)).codesLeft).toBe(10);
    const hashes = (await portal.connection.select().from(recoveryCodes).where(ofOwner)).map(
      ({ hash }) => hash,
    );
    expect(hashes.filter((hash) => old.some((code) => code.hash === hash))).toEqual([]);
    expect(await statusOf(elsewhere)).toBe(401);
  });

  it('are refused to an account without a factor', async () => {
    const { cookie, userId } = await addCaller(portal, 'client');

    expect((await factors().renewCodes(cookie)).status).toBe(409);
    expect(await countOf(recoveryCodes, userId)).toBe(0);
  });
});

describe('the removal of all factors by an administrator', () => {
  it.each(['client', 'admin'] as const)(
    'leaves a %s no factor, code or session, and tells the owner and all other administrators',
    async (role) => {
      const owner = await addFactorOwner(portal, { role, passkeys: 1, totp: true });
      await startSession(portal, owner.userId, { needs: 'second-step' });
      const admin = await addCaller(portal, 'admin');
      const told = async (userId: number) =>
        (await listMails(portal, userId)).filter(
          ({ kind, about }) =>
            kind === 'admin-factor-changed' &&
            JSON.stringify(about) === JSON.stringify({ userId: owner.userId, adminId: admin.userId }),
        ).length;

      const removed = await factors().removeAllOf(admin.cookie, owner.userId);

      expect(removed.status).toBe(204);
      for (const table of [passkeys, totpFactors, recoveryCodes, sessions]) {
        expect(await countOf(table, owner.userId)).toBe(0);
      }
      expect((await listMails(portal, owner.userId)).map(({ kind, about }) => [kind, about])).toEqual([
        ['factor-changed', { change: 'all-removed' }],
      ]);
      expect([await told(admin.userId), await told(owner.userId)]).toEqual([1, 0]);
      expect(await listAudit(portal, owner.userId)).toEqual([
        { action: 'factors.remove', actor: admin.userId, changes: { reason: 'The phone is lost' } },
      ]);
    },
  );

  it('is refused to oneself, without a reason, and for an account that has none', async () => {
    const admin = await addFactorOwner(portal, { role: 'admin', passkeys: 1, totp: false });
    const { userId: without } = await addCaller(portal, 'client');
    const owner = await addFactorOwner(portal, { passkeys: 1, totp: false });

    expect((await factors().removeAllOf(admin.cookie, admin.userId)).status).toBe(409);
    expect((await factors().removeAllOf(admin.cookie, without)).status).toBe(409);
    expect((await factors().removeAllOf(admin.cookie, owner.userId, ' \u200b ')).status).toBe(400);
    expect((await factors().list(owner.cookie)).passkeys).toHaveLength(1);
  });

  it('says in the log line that all were removed, and never why', async () => {
    const owner = await addFactorOwner(portal, { passkeys: 1, totp: false });
    const admin = await addCaller(portal, 'admin');
    portal.heard.forget();

    await factors().removeAllOf(admin.cookie, owner.userId, 'Her phone fell into the sea');

    const lines = portal.heard.log.filter((text) => text.includes('"routeId":"factors.remove"'));
    expect(lines.map((line) => JSON.parse(line).account?.factors)).toContainEqual({ change: 'all-removed' });
    expect(lines.join('')).not.toContain('the sea');
  });
});
