import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { passkeys, recoveryCodes } from '#functions/database/schema/auth-tables.ts';
import { addPasskey, makePortalChallenge } from '#test/support/factors/add-passkey.ts';
import { addStoredPasskey } from '#test/support/factors/add-stored-passkey.ts';
import { addTotp, codeAt } from '#test/support/factors/add-totp.ts';
import { makeAttestation } from '#test/support/factors/make-attestation.ts';
import { cookieOf, factorCalls } from '#test/support/factors/own-factors.ts';
import { listAudit, listMails } from '#test/support/links/links.ts';
import { addCaller, startSession } from '#test/support/portal/accounts.ts';
import { countRows } from '#test/support/portal/count-rows.ts';
import { portal } from '#test/support/portal/shared-portal.ts';
import { makeAuthenticator } from '#test/support/webauthn/software-authenticator.ts';

const factors = () => factorCalls(portal);
const countPasskeys = (userId: number) => countRows(portal, passkeys, eq(passkeys.user_id, userId));
const statusOf = async (cookie: string) => (await portal.call('GET', '/api/user', { cookie })).status;
const unique = () => `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll('-', '');

const NOT_ACCEPTED = {
  code: 'invalid_request',
  message: 'This passkey was not accepted. Please try again.',
};

describe('the options of a new passkey', () => {
  it('name the account by its OW number and never by its address, and ask for a verified user', async () => {
    const { cookie, email } = await addCaller(portal, 'client');

    const { status, body } = await factors().options(cookie);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      rp: { id: 'localhost', name: 'OW Connect' },
      user: {
        name: expect.stringMatching(/^OW Connect \(OW\d+\)$/),
        displayName: body.user.name,
      },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    });
    expect(JSON.stringify(body)).not.toContain(email);
    expect(Buffer.from(body.user.id, 'base64url').toString()).toMatch(/^[\da-f-]{36}$/);
  });

  it('name the passkeys that the account has, and the same account each time', async () => {
    const { cookie, userId } = await addCaller(portal, 'client');
    const first = await factors().options(cookie);
    const stored = await addStoredPasskey(portal, userId);

    const second = await factors().options(cookie);

    expect(second.body.excludeCredentials).toEqual([
      { type: 'public-key', id: stored.credential_id, transports: ['internal'] },
    ]);
    expect(second.body.user.id).toBe(first.body.user.id);
    expect(second.body.challenge).not.toBe(first.body.challenge);
  });

  it('are refused to an account that has ten passkeys', async () => {
    const { cookie, userId } = await addCaller(portal, 'client');
    for (let count = 0; count < 10; count += 1) {
      await addStoredPasskey(portal, userId);
    }

    const { status, body } = await factors().options(cookie);

    expect([status, body]).toMatchObject([409, { message: expect.stringContaining('at most 10 passkeys') }]);
  });
});

describe('a new passkey', () => {
  it('is listed with the words of its browser, and the first one brings ten recovery codes', async () => {
    const { cookie } = await addCaller(portal, 'client');
    const { body: options } = await factors().options(cookie);
    const attestation = makeAuthenticator({ origin: portal.url }).register(options);

    const added = await portal.call('POST', '/api/user/passkeys', {
      cookie,
      body: { attestation },
      headers: {
        'user-agent':
          'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      },
    });

    expect(added.status).toBe(201);
    const { recoveryCodes: codes, ...passkey } = added.body;
    expect(passkey).toEqual({
      id: expect.any(String),
      name: 'Chrome on Android',
      createdAt: expect.any(String),
      lastUsedAt: null,
      isSynced: false,
    });
    expect(codes).toHaveLength(10);
    const raised = cookieOf(added) ?? '';
    expect(await factors().list(raised)).toEqual({ passkeys: [passkey], totp: false, codesLeft: 10 });
  });

  it('the second factor brings no codes, and the first ones stay', async () => {
    const { cookie, userId } = await addCaller(portal, 'client');
    const { added } = await factors().register(cookie);
    const raised = cookieOf(added) ?? '';
    const before = await portal.connection
      .select()
      .from(recoveryCodes)
      .where(eq(recoveryCodes.user_id, userId));

    const second = await factors().register(raised);

    expect([second.added.status, second.added.body.recoveryCodes]).toEqual([201, undefined]);
    expect(
      await portal.connection.select().from(recoveryCodes).where(eq(recoveryCodes.user_id, userId)),
    ).toEqual(before);
  });

  it('raises its session under a new id, and ends the old id and all other sessions', async () => {
    const { cookie, userId } = await addCaller(portal, 'client');
    const elsewhere = await startSession(portal, userId);

    const { added } = await factors().register(cookie);

    const raised = cookieOf(added) ?? '';
    expect(await Promise.all([raised, cookie, elsewhere].map(statusOf))).toEqual([200, 401, 401]);
    const { added: second } = await factors().register(raised);
    expect([second.status, cookieOf(second)]).toEqual([201, undefined]);
  });

  it('is told to the owner, and recorded without a key or a code', async () => {
    const { cookie, userId, email } = await addCaller(portal, 'client');
    portal.heard.forget();

    const { added } = await factors().register(cookie);

    expect(await listMails(portal, userId)).toEqual([
      {
        kind: 'factor-changed',
        recipient: email,
        about: { change: 'passkey-added' },
        job: expect.any(String),
      },
    ]);
    expect(await listAudit(portal, userId)).toEqual([
      { action: 'factors.add-passkey', actor: userId, changes: [] },
    ]);
    const line = portal.heard.log.find((text) => text.includes('"routeId":"factors.add-passkey"')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      account: { id: userId, factors: { change: 'added', passkeyId: added.body.id } },
    });
  });

  it('an administrator’s first factor is told to the other administrators, and the second one is not', async () => {
    const { cookie, userId } = await addCaller(portal, 'admin');
    const other = await addCaller(portal, 'admin');
    const toldOther = async () =>
      (await listMails(portal, other.userId)).filter(
        ({ kind, about }) => kind === 'admin-factor-changed' && JSON.stringify(about).includes(`${userId}`),
      ).length;

    const { added } = await factors().register(cookie);
    expect(await toldOther()).toBe(1);
    await factors().register(cookieOf(added) ?? '');

    expect(await toldOther()).toBe(1);
    expect((await listMails(portal, userId)).map(({ kind }) => kind)).toEqual([
      'factor-changed',
      'factor-changed',
    ]);
  });

  it.each([
    ['another origin', { origin: 'https://portal.evil.example' }],
    ['another domain', { rpId: 'evil.example' }],
    ['a user who was not verified', { isUserVerified: false }],
    ['the type of an assertion', { type: 'webauthn.get' }],
    ['a challenge that has expired', { now: new Date(Date.now() - 5 * 60_000) }],
  ])('is refused with %s, and nothing is stored', async (_, wrong) => {
    const { cookie, userId } = await addCaller(portal, 'client');
    const { attestation } = await makeAttestation(portal, userId, wrong);

    const { status, body } = await factors().add(cookie, attestation);

    expect([status, body]).toEqual([400, NOT_ACCEPTED]);
    expect(await countPasskeys(userId)).toBe(0);
  });

  it('is refused with a challenge of another session, of a sign-in, and one that was altered', async () => {
    const { cookie, userId } = await addCaller(portal, 'client');
    const other = await addCaller(portal, 'client');
    const { body: options } = await factors().options(cookie);
    const { body: foreign } = await factors().options(other.cookie);
    const challenges = [
      foreign.challenge,
      await makePortalChallenge(),
      `${Number(options.challenge.slice(0, 13)) + 60_000}${options.challenge.slice(13)}`,
      'AAAA',
    ];

    for (const challenge of challenges) {
      const attestation = makeAuthenticator({ origin: portal.url }).register({ ...options, challenge });
      expect((await factors().add(cookie, attestation)).body).toEqual(NOT_ACCEPTED);
    }
    expect(await countPasskeys(userId)).toBe(0);
  });

  it('is refused after its session was raised, because it was made in the one before', async () => {
    const { cookie } = await addCaller(portal, 'client');
    const { body: early } = await factors().options(cookie);
    const { added } = await factors().register(cookie);

    const attestation = makeAuthenticator({ origin: portal.url }).register(early);

    expect((await factors().add(cookieOf(added) ?? '', attestation)).body).toEqual(NOT_ACCEPTED);
  });

  it('is refused with an id of 5 KB, and accepted with the longest one of the standard', async () => {
    const { cookie, userId } = await addCaller(portal, 'client');
    const tooLong = await makeAttestation(portal, userId, { idBytes: 5_000 });
    const longest = await makeAttestation(portal, userId, { idBytes: 1_023 });

    expect((await factors().add(cookie, tooLong.attestation)).status).toBe(400);
    expect((await factors().add(cookie, longest.attestation)).status).toBe(201);
  });

  it('is refused with the id of another account’s passkey, and the refusal names nobody', async () => {
    const other = await addCaller(portal, 'client');
    const theirs = await addPasskey(portal, other.userId);
    const { cookie, userId } = await addCaller(portal, 'client');
    const { attestation } = await makeAttestation(portal, userId, { id: theirs.id });

    const { status, body } = await factors().add(cookie, attestation);

    expect([status, body]).toEqual([
      409,
      { code: 'conflict', message: 'This passkey is registered already.' },
    ]);
    expect([await countPasskeys(userId), await countPasskeys(other.userId)]).toEqual([0, 1]);
    expect((await factors().list(cookie)).codesLeft).toBe(0);
  });

  it('is added once if the same answer is sent again, also in two tabs at once', async () => {
    const { cookie, userId } = await addCaller(portal, 'client');
    const { body: options } = await factors().options(cookie);
    const attestation = makeAuthenticator({ origin: portal.url }).register(options);

    const answers = await Promise.all([1, 2].map(() => factors().add(cookie, attestation)));
    const statuses = answers.map(({ status }) => status).toSorted();

    expect(statuses[0]).toBe(201);
    // The loser waits for the account, and finds its session raised or its challenge used.
    expect([401, 409]).toContain(statuses[1]);
    const raised = answers.map(cookieOf).find((set) => set !== undefined) ?? '';
    expect((await factors().add(raised, attestation)).status).toBe(400);
    expect(await countPasskeys(userId)).toBe(1);
  });

  it('is the tenth at most, also of two that are added at once', async () => {
    const { userId } = await addCaller(portal, 'client');
    for (let count = 0; count < 9; count += 1) {
      await addStoredPasskey(portal, userId);
    }
    const cookie = await startSession(portal, userId, { level: 2 });
    const { body: options } = await factors().options(cookie);
    const { body: others } = await factors().options(cookie);

    const answers = await Promise.all(
      [options, others].map((asked) =>
        factors().add(cookie, makeAuthenticator({ origin: portal.url }).register(asked)),
      ),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await countPasskeys(userId)).toBe(10);
  });
});

it('two first factors at once bring one set of recovery codes', async () => {
  const { userId } = await addCaller(portal, 'client');
  const cookie = await startSession(portal, userId, { level: 2 });
  const { body: options } = await factors().options(cookie);
  const { body: totp } = await factors().beginTotp(cookie);

  const [passkey, app] = await Promise.all([
    factors().add(cookie, makeAuthenticator({ origin: portal.url }).register(options)),
    factors().confirmTotp(cookie, codeAt(totp.secret)),
  ]);

  expect([passkey.status, app.status]).toEqual([201, 200]);
  const brought = [passkey, app].filter(({ body }) => body.recoveryCodes !== undefined);
  expect(brought).toHaveLength(1);
  expect(await factors().list(cookie)).toMatchObject({ totp: true, codesLeft: 10 });
});

it('of two first factors at once in a session of level 1 one is added, and the raised session stays', async () => {
  const { cookie } = await addCaller(portal, 'client');
  const { body: options } = await factors().options(cookie);
  const { body: totp } = await factors().beginTotp(cookie);

  const answers = await Promise.all([
    factors().add(cookie, makeAuthenticator({ origin: portal.url }).register(options)),
    factors().confirmTotp(cookie, codeAt(totp.secret)),
  ]);

  const added = answers.filter(({ status }) => status < 300);
  expect(added).toHaveLength(1);
  expect(added.map(({ body }) => body.recoveryCodes)).toEqual([expect.any(Array)]);
  const raised = answers.map(cookieOf).find((set) => set !== undefined) ?? '';
  const { passkeys: listed, ...others } = await factors().list(raised);
  expect([listed.length + Number(others.totp), others.codesLeft]).toEqual([1, 10]);
});

it('the list of factors shows no key, secret or code, and neither does an administrator’s view', async () => {
  const { userId } = await addCaller(portal, 'client');
  await addTotp(portal, userId);
  const cookie = await startSession(portal, userId, { level: 2 });
  const { added } = await factors().register(cookie);
  const admin = await addCaller(portal, 'admin');

  const list = await factors().list(cookie);
  const { body: detail } = await portal.call('GET', `/api/admin/users/${userId}`, { cookie: admin.cookie });

  expect(Object.keys(list.passkeys[0]).toSorted()).toEqual([
    'createdAt',
    'id',
    'isSynced',
    'lastUsedAt',
    'name',
  ]);
  expect(list).toEqual({
    passkeys: [expect.objectContaining({ id: added.body.id })],
    totp: true,
    codesLeft: 0,
  });
  expect(detail.factors).toEqual({ passkeys: 1, totp: true, codesLeft: 0 });
  const [row] = await portal.connection.select().from(passkeys).where(eq(passkeys.user_id, userId));
  expect(JSON.stringify([list, detail])).not.toContain(row?.public_key ?? unique());
  expect(JSON.stringify([list, detail])).not.toContain(row?.credential_id ?? unique());
});
