import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { passwords } from '#functions/adapters/crypto/argon2-passwords.ts';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { linkTokens } from '#functions/database/schema/mails-tables.ts';
import { throttleCounters } from '#functions/database/schema/system-tables.ts';
import { SAME_PASSWORD, WRONG_PASSWORD } from '#shared/contract/account.ts';
import { PASSWORD_TOO_EASY } from '#shared/contract/auth.ts';
import {
  addLink,
  askForAddress,
  listAudit,
  listMails,
  NEW_PASSWORD,
  readAccount,
  verifyEmail,
} from '#test/support/links/links.ts';
import { addSignedInUser, PASSWORD, startSession } from '#test/support/portal/accounts.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

beforeEach(async () => {
  await portal.connection.delete(throttleCounters);
});

const change = (
  cookie: string,
  { currentPassword = PASSWORD, User_Pass_Bkp = NEW_PASSWORD }: Record<string, unknown> = {},
) => portal.call('PUT', '/api/user/password', { cookie, body: { currentPassword, User_Pass_Bkp } });

const signIn = (identifier: string, password: string, cookie?: string) =>
  portal.call('POST', '/api/login', { body: { identifier, password }, ...(cookie && { cookie }) });

const readHash = async (userId: number) => (await readAccount(portal, userId))?.User_Pass_Bkp ?? '';

const listSessions = ({ userId }: { userId: number }) =>
  portal.connection.select().from(sessions).where(eq(sessions.user_id, userId));

/** Returns the cookie that identifies a browser which has signed in before. */
const knownCookieOf = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .find((line) => line.startsWith('known='))
    ?.split(';')[0] ?? '';

describe("a change of one's own password", () => {
  it('a new password replaces the old one, ends all other sessions and keeps the one that asked', async () => {
    const user = await addSignedInUser(portal);
    const other = await startSession(portal, user.userId);

    expect(await change(user.cookie)).toMatchObject({ status: 204 });

    expect((await signIn(user.email, PASSWORD)).status).toBe(401);
    expect((await portal.call('GET', '/api/user', { cookie: other })).status).toBe(401);
    expect((await portal.call('GET', '/api/user', user)).status).toBe(200);
    expect(await passwords.verify(NEW_PASSWORD, await readHash(user.userId))).toBe(true);
    expect((await signIn(user.email, NEW_PASSWORD)).status).toBe(200);
  });

  it('the eleventh change of a password in a day is refused, and one change in an hour is mailed', async () => {
    const user = await addSignedInUser(portal);
    const passwordOf = (number: number) => (number === 0 ? PASSWORD : `A-chosen-password-${number}`);
    for (let number = 1; number <= 10; number += 1) {
      const body = { currentPassword: passwordOf(number - 1), User_Pass_Bkp: passwordOf(number) };
      expect((await change(user.cookie, body)).status).toBe(204);
    }

    const body = { currentPassword: passwordOf(10), User_Pass_Bkp: passwordOf(11) };
    const refused = await change(user.cookie, body);

    expect(refused.status).toBe(429);
    expect(refused.body.message).toBe('Too many attempts. Please try again in 24 hours.');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect((await signIn(user.email, passwordOf(10))).status).toBe(200);
    const notices = (await listMails(portal, user.userId)).filter(({ kind }) => kind === 'password-changed');
    expect(notices).toHaveLength(1);
  });

  it('a new password of the owner ends one that somebody else set, all open links and a change of address', async () => {
    const user = await addSignedInUser(portal, { must_change_password: true });
    await askForAddress(portal, user.userId, 'wanted@example.com');
    await addLink(portal, 'reset', { userId: user.userId, address: user.email });

    await change(user.cookie);

    expect(await readAccount(portal, user.userId)).toMatchObject({
      must_change_password: false,
      pending_email: null,
      pending_email_at: null,
    });
    expect(
      await portal.connection.select().from(linkTokens).where(eq(linkTokens.user_id, user.userId)),
    ).toEqual([]);
  });

  it("a new password orders a mail to the address of the account, and is audited by the field's name", async () => {
    const user = await addSignedInUser(portal);
    await verifyEmail(portal, user.userId);

    await change(user.cookie);

    expect(await listMails(portal, user.userId)).toContainEqual({
      kind: 'password-changed',
      recipient: user.email,
      about: {},
      job: 'queued',
    });
    expect(await listAudit(portal, user.userId)).toContainEqual({
      action: 'account.password',
      actor: user.userId,
      changes: ['User_Pass_Bkp'],
    });
  });

  it('a new password makes this browser known again and all others unknown', async () => {
    const user = await addSignedInUser(portal);
    const before = knownCookieOf(await signIn(user.email, PASSWORD));

    const after = knownCookieOf(await change(user.cookie));
    await portal.connection.delete(throttleCounters);
    for (const _ of Array.from({ length: 10 })) {
      await signIn(user.email, 'wrong');
    }

    expect((await signIn(user.email, NEW_PASSWORD, after)).status).toBe(200);
    expect((await signIn(user.email, NEW_PASSWORD, before)).status).toBe(429);
  });
});

describe("a refused change of one's own password", () => {
  it.each([
    ['a wrong current password', { currentPassword: 'wrong' }, { currentPassword: WRONG_PASSWORD }],
    ['the present password again', { User_Pass_Bkp: PASSWORD }, { User_Pass_Bkp: SAME_PASSWORD }],
    ['a common password', { User_Pass_Bkp: 'password123' }, { User_Pass_Bkp: PASSWORD_TOO_EASY }],
    ['a password without a current one', { currentPassword: '' }, { currentPassword: expect.any(String) }],
    ['a short password', { User_Pass_Bkp: 'short' }, { User_Pass_Bkp: expect.any(String) }],
    ['a lone surrogate', { User_Pass_Bkp: 'A-password-\ud800' }, { User_Pass_Bkp: expect.any(String) }],
  ])('%s is refused with 400 at its field, and nothing changes', async (_, body, fields) => {
    const user = await addSignedInUser(portal);
    const hash = await readHash(user.userId);

    expect(await change(user.cookie, body)).toMatchObject({ status: 400, body: { fields } });

    expect(await readHash(user.userId)).toBe(hash);
    expect((await listMails(portal, user.userId)).filter(({ kind }) => kind === 'password-changed')).toEqual(
      [],
    );
  });

  it("the account's own email address is refused as its password", async () => {
    const user = await addSignedInUser(portal);

    expect(await change(user.cookie, { User_Pass_Bkp: user.email.toUpperCase() })).toMatchObject({
      status: 400,
      body: { fields: { User_Pass_Bkp: PASSWORD_TOO_EASY } },
    });
  });

  it('a wrong current password counts as a failed sign-in, and is audited as one', async () => {
    const user = await addSignedInUser(portal);
    for (const _ of Array.from({ length: 9 })) {
      expect((await change(user.cookie, { currentPassword: 'wrong' })).status).toBe(400);
    }
    expect((await signIn(user.email, 'wrong')).status).toBe(401);

    expect((await signIn(user.email, PASSWORD)).status).toBe(429);
    const refused = await change(user.cookie);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900);
    const failures = (await listAudit(portal, user.userId)).filter(
      ({ action }) => action === 'auth.login failed',
    );
    expect(failures).toHaveLength(10);
  });

  it('the owner is let in at a known browser while strangers have blocked the account', async () => {
    const user = await addSignedInUser(portal);
    const known = knownCookieOf(await signIn(user.email, PASSWORD));
    for (const _ of Array.from({ length: 10 })) {
      await signIn(user.email, 'wrong');
    }

    expect((await change(user.cookie)).status).toBe(429);
    expect((await change(`${user.cookie}; ${known}`)).status).toBe(204);
  });
});

describe('two changes of one password at the same moment', () => {
  it('make one password of the two, and answer the other change as outdated', async () => {
    const user = await addSignedInUser(portal);
    const other = await startSession(portal, user.userId);
    const chosen = ['A-first-choice-1', 'A-second-choice-2'];

    const answers = await Promise.all([
      change(user.cookie, { User_Pass_Bkp: chosen[0] }),
      change(other, { User_Pass_Bkp: chosen[1] }),
    ]);

    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect([400, 401]).toContain(statuses.find((status) => status !== 204));
    const winner = statuses.indexOf(204);
    expect(await passwords.verify(chosen[winner] ?? '', await readHash(user.userId))).toBe(true);
    expect(await listSessions(user)).toHaveLength(1);
    const changes = (await listAudit(portal, user.userId)).filter(
      ({ action }) => action === 'account.password',
    );
    expect(changes).toHaveLength(1);
  });

  it('no session remains that a sign-in with the old password starts meanwhile', async () => {
    const user = await addSignedInUser(portal);
    const signIns = Array.from({ length: 5 }, () => signIn(user.email, PASSWORD));

    const changed = await change(user.cookie);
    await Promise.all(signIns);

    expect(changed.status).toBe(204);
    expect(await listSessions(user)).toHaveLength(1);
    expect((await portal.call('GET', '/api/user', user)).status).toBe(200);
  });
});
