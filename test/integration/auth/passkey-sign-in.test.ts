import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { passkeys, sessions, usedChallenges } from '#functions/database/schema/auth-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { Role } from '#shared/contract/fields.ts';
import { addPasskey, makePortalChallenge } from '#test/support/factors/add-passkey.ts';
import { addTotp } from '#test/support/factors/add-totp.ts';
import { addUser, PASSWORD, startSession } from '#test/support/portal/accounts.ts';
import { postFrom } from '#test/support/portal/call-from.ts';
import { portal } from '#test/support/portal/shared-portal.ts';
import type { Authenticator, WrongAnswer } from '#test/support/webauthn/software-authenticator.ts';

const REFUSED = 'This passkey was not accepted. Please sign in another way.';
const MINUTE_MS = 60_000;

let networksUsed = 1;
/** Returns an address in a network that no other test uses. */
const freshAddress = () => {
  networksUsed += 1;
  return `127.4.${networksUsed}.1`;
};

const addAccount = async (user_role: Role = 'client', device: { isSynced?: boolean } = {}) => {
  const email = `${crypto.randomUUID()}@example.com`;
  const userId = await addUser(portal, { User_Email: email, user_role });

  return { email, userId, device: await addPasskey(portal, userId, device) };
};

const enter = (assertion: object, { rememberMe = false, address = freshAddress() } = {}) =>
  postFrom(portal, address, '/api/login/passkey', { assertion, rememberMe });

const answer = async (device: Authenticator, wrong?: WrongAnswer) =>
  device.assert(await makePortalChallenge(), wrong);

const listSessions = (userId: number) =>
  portal.connection.select().from(sessions).where(eq(sessions.user_id, userId));

describe('a sign-in with a passkey', () => {
  it('starts a session of level 2 by the challenge of the sign-in page, also for an administrator', async () => {
    const { userId, email, device } = await addAccount('admin');
    const { body: options } = await portal.call('GET', '/api/auth-options');
    const { status, body, cookies } = await enter(device.assert(options.passkeys.challenge));

    expect([status, body.User_Email, options.passkeys.rpId]).toEqual([200, email, 'localhost']);
    expect(cookies.map((line) => line.split('=')[0])).toEqual(['session', 'known']);
    expect(await listSessions(userId)).toMatchObject([{ level: 2, needs: null, signed_in_by: 'passkey' }]);
    const [stored] = await portal.connection.select().from(passkeys).where(eq(passkeys.user_id, userId));
    expect(stored?.last_used_at).not.toBeNull();
  });

  it('stores nothing for a challenge before it is used', async () => {
    const before = await portal.connection.select().from(usedChallenges);
    await portal.call('GET', '/api/auth-options');

    expect(await portal.connection.select().from(usedChallenges)).toEqual(before);
  });

  it('is not asked for a second step, though the account has an authenticator app', async () => {
    const { userId, device } = await addAccount();
    await addTotp(portal, userId);

    expect((await enter(await answer(device))).status).toBe(200);
  });

  it('accepts a synced passkey whose counter stays 0', async () => {
    const { device } = await addAccount('client', { isSynced: true });
    const statuses = [(await enter(await answer(device))).status, (await enter(await answer(device))).status];

    expect(statuses).toEqual([200, 200]);
  });

  it('works once for an answer that is sent twice, one after the other and in two tabs', async () => {
    const { userId, device } = await addAccount();
    const [first, both] = [await answer(device), await answer(device)];

    expect([(await enter(first)).status, (await enter(first)).status]).toEqual([200, 401]);
    const answers = await Promise.all([enter(both), enter(both)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(await listSessions(userId)).toHaveLength(2);
  });

  it.each<[string, WrongAnswer]>([
    ['without user verification', { isUserVerified: false }],
    ['from another origin', { origin: 'https://phishing.example' }],
    ['for another domain', { rpId: 'phishing.example' }],
    ['with the handle of another account', { userHandle: 'AAAA' }],
    ['of a registration', { type: 'webauthn.create' }],
    ['with an old counter', { counter: 0 }],
  ])('refuses an answer %s, and starts no session', async (_, wrong) => {
    const { userId, device } = await addAccount();
    const { status, body } = await enter(await answer(device, wrong));

    expect([status, body.message]).toEqual([401, REFUSED]);
    expect(await listSessions(userId)).toEqual([]);
  });

  it.each([
    ['has expired', () => makePortalChallenge(new Date(Date.now() - 5 * MINUTE_MS - 1))],
    ['is of a registration', () => makePortalChallenge(new Date(), crypto.randomUUID())],
    [
      'was altered',
      async () => {
        const challenge = await makePortalChallenge();

        return `9${challenge.slice(1)}`;
      },
    ],
    ['is not ours', async () => Buffer.from('made by somebody else').toString('base64url')],
  ])('refuses the answer to a challenge that %s', async (_, make) => {
    const { device } = await addAccount();

    expect((await enter(device.assert(await make()))).status).toBe(401);
  });

  it('refuses an unknown passkey and a wrong answer in the same words, and one of 5 KB as malformed', async () => {
    const [known, unknown] = [await addAccount(), await addAccount()];
    await portal.connection.delete(passkeys).where(eq(passkeys.user_id, unknown.userId));
    const wrong = await enter(await answer(known.device, { isUserVerified: false }));
    const strange = await enter(await answer(unknown.device));

    expect([strange.status, strange.body.message]).toEqual([wrong.status, wrong.body.message]);
    // The browser forgets an unknown one, and must not forget a good one.
    expect([strange.body.code, wrong.body.code]).toEqual(['unknown_passkey', 'unauthenticated']);
    const long = 'A'.repeat(5_000);
    expect((await enter({ ...(await answer(known.device)), id: long, rawId: long })).status).toBe(400);
  });

  it('refuses an account that is not active', async () => {
    const { userId, device } = await addAccount();
    await portal.connection.update(users).set({ User_Status: 0 }).where(eq(users.User_Id, userId));

    expect((await enter(await answer(device))).status).toBe(403);
  });

  it("keeps a client's session for thirty days with 'Remember me'", async () => {
    const { userId, device } = await addAccount();
    await enter(await answer(device), { rememberMe: true });
    const [session] = await listSessions(userId);

    expect(Math.round((Date.parse(session?.expires_at ?? '') - Date.now()) / MINUTE_MS)).toBe(30 * 24 * 60);
  });
});

describe('a passkey as the second step', () => {
  const openStep = async (email: string) => {
    const body = { identifier: email, password: PASSWORD };
    const { cookies, body: opened } = await postFrom(portal, freshAddress(), '/api/login', body);

    return { step: cookies.find((line) => line.startsWith('session=')) ?? '', opened };
  };
  const takeStep = (step: string, assertion: object) =>
    postFrom(portal, freshAddress(), '/api/login/second-step', { assertion }, { cookie: step });

  it("is asked of an administrator's password, but not of a client's", async () => {
    const [admin, client] = [await addAccount('admin'), await addAccount('client')];
    const { step, opened } = await openStep(admin.email);

    expect(opened).toEqual({ secondStep: { ways: ['passkey'] } });
    expect((await takeStep(step, await answer(admin.device))).status).toBe(200);
    expect((await openStep(client.email)).opened.User_Email).toBe(client.email);
  });

  it('refuses the passkey of another account, which stays usable', async () => {
    const [admin, other] = [await addAccount('admin'), await addAccount('admin')];
    const { step } = await openStep(admin.email);
    const assertion = await answer(other.device);

    expect((await takeStep(step, assertion)).status).toBe(400);
    expect((await enter(assertion)).status).toBe(200);
  });

  it('is never refused by the limit of wrong codes', async () => {
    const admin = await addAccount('admin');
    await addTotp(portal, admin.userId);
    const { step } = await openStep(admin.email);
    for (let tries = 0; tries < 11; tries += 1) {
      await postFrom(portal, freshAddress(), '/api/login/second-step', { code: '000000' }, { cookie: step });
    }

    expect((await takeStep(step, await answer(admin.device))).status).toBe(200);
  });
});

describe('fresh proof by a passkey', () => {
  const prove = (cookie: string, assertion: object) =>
    portal.call('POST', '/api/user/proof', { cookie, body: { assertion } });

  it('counts for the own session, once', async () => {
    const { userId, device } = await addAccount();
    const long = new Date(Date.now() - 60 * MINUTE_MS).toISOString();
    const cookie = await startSession(portal, userId, { proved_at: long });
    const other = await startSession(portal, userId, { proved_at: long });
    const assertion = await answer(device);

    expect([(await prove(cookie, assertion)).status, (await prove(other, assertion)).status]).toEqual([
      204, 400,
    ]);
    const rows = await listSessions(userId);
    const fresh = rows.filter(({ proved_at }) => Date.now() - Date.parse(proved_at) < MINUTE_MS);
    expect(fresh).toHaveLength(1);
  });

  it('is refused for the passkey of another account, and for a wrong password at its field', async () => {
    const [mine, theirs] = [await addAccount(), await addAccount()];
    const cookie = await startSession(portal, mine.userId);
    const { status, body } = await portal.call('POST', '/api/user/proof', {
      cookie,
      body: { password: 'wrong' },
    });

    expect((await prove(cookie, await answer(theirs.device))).status).toBe(400);
    expect([status, body.fields]).toEqual([400, { password: 'This is not your password.' }]);
  });

  it('is asked only of an account with a factor, where a factor is only offered', async () => {
    const proved_at = new Date(Date.now() - 60 * MINUTE_MS).toISOString();
    const [withFactor, without] = [
      await addAccount(),
      { userId: await addUser(portal, { User_Email: `${crypto.randomUUID()}@example.com` }) },
    ];
    const ask = async ({ userId }: { userId: number }) => {
      const cookie = await startSession(portal, userId, { proved_at });

      return (await portal.call('POST', '/api/user/passkeys/options', { cookie })).status;
    };

    expect([await ask(withFactor), await ask(without)]).toEqual([403, 200]);
  });
});
