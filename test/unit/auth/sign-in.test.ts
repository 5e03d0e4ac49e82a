import { describe, expect, it } from 'vitest';
import { findKnownBrowser } from '#functions/domain/auth/known-browser.ts';
import { endSession, signIn } from '#functions/domain/auth/sign-in.ts';
import type { SignInStore } from '#functions/ports/database/auth/sign-in-store.ts';
import type { Credentials } from '#functions/ports/database/users/user-store.ts';
import type { Passwords } from '#functions/ports/passwords.ts';
import { INVALID_CREDENTIALS, type SecondStepWay } from '#shared/errors.ts';
import { stubDatabase } from '#test/support/stubs/stub-database.ts';
import { stubMail } from '#test/support/stubs/stub-mail.ts';
import { sessionTokens, stubViewer } from '#test/support/stubs/stub-viewer.ts';
import { makeStoredUser } from '#test/support/users/stored-user.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const HOUR_SECONDS = 60 * 60;
const secondsLater = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const signToken = (sessionId: string) =>
  sessionTokens.sign({ sessionId, userId: 7, role: 'client' }, new Date(Date.now() + 60_000));

const found = (
  change: Parameters<typeof makeStoredUser>[0] = {},
): Credentials & { ways: SecondStepWay[] } => ({
  user: makeStoredUser(change),
  passwordHash: 'stored hash',
  ways: [],
});

const ANSWERS = {
  found: found() as ReturnType<typeof found> | undefined,
  blockedUntil: undefined as Date | undefined,
  quotaSpentUntil: undefined as Date | undefined,
  sessionCount: 1 as number | undefined,
  mail: stubMail(),
  orderNewSignIn: async () => ['a mail'],
  passwords: {
    hash: async () => 'renewed hash',
    verify: async () => true,
    verifyNobody: async () => false as const,
    isOutdated: () => false,
  } as Partial<Passwords>,
};

/** Prepares a sign-in whose database and password check answer as given. */
const open = (change: Partial<typeof ANSWERS> = {}) => {
  const answers = { ...ANSWERS, ...change };
  const seen = {
    identifiers: [] as string[],
    failures: [] as unknown[],
    started: [] as Parameters<SignInStore['start']>[0][],
    newSignIns: [] as unknown[],
    renewed: [] as unknown[],
    ended: [] as unknown[],
  };
  const database = stubDatabase({
    users: {
      findCredentials: async (identifier) => {
        seen.identifiers.push(identifier);

        return answers.found;
      },
      renewPasswordHash: async (...renewal) => void seen.renewed.push(renewal),
    },
    throttle: {
      count: async () => answers.blockedUntil,
      countSuccess: async () => answers.quotaSpentUntil,
    },
    mails: {
      orderNewSignIn: async (...order) => {
        seen.newSignIns.push(order);

        return answers.orderNewSignIn();
      },
    },
    journal: { recordFailedSignIn: async (...failure) => void seen.failures.push(failure) },
    signIns: {
      start: async (session) => {
        seen.started.push(session);

        return answers.sessionCount;
      },
      endOldest: async (...surplus) => void seen.ended.push(surplus),
    },
  });

  return {
    seen,
    signIn: (viewer = stubViewer().viewer, { identifier = 'thandi@example.com', rememberMe = false } = {}) =>
      signIn(
        {
          database,
          passwords: answers.passwords as Passwords,
          sessionTokens,
          userAgents: { read: () => ({ browser: null, system: null }) },
          ...answers.mail.ports,
        },
        viewer,
        { identifier, password: 'typed', rememberMe },
        NOW,
      ),
  };
};

describe('sessions', () => {
  it.each([
    ['an account with a hundred sessions keeps them all', 100, []],
    ['an account with more than a hundred sessions keeps the newest hundred', 101, [[7, 100, NOW]]],
  ])('%s', async (_, sessionCount, ended) => {
    const { seen, signIn: enter } = open({ sessionCount });
    await enter();

    expect(seen.ended).toEqual(ended);
  });

  it.each([
    [
      "a client's session ends after twelve hours or with the browser",
      'client',
      false,
      12 * HOUR_SECONDS,
      undefined,
    ],
    [
      "a remembered client's session lasts thirty days",
      'client',
      true,
      720 * HOUR_SECONDS,
      720 * HOUR_SECONDS,
    ],
    ["an administrator's session ends after twelve hours", 'admin', false, 12 * HOUR_SECONDS, undefined],
    [
      "an administrator's session ends after twelve hours, even with 'Remember me'",
      'admin',
      true,
      12 * HOUR_SECONDS,
      undefined,
    ],
  ] as const)('%s', async (_, user_role, rememberMe, seconds, lifetimeSeconds) => {
    const { seen, signIn } = open({ found: found({ user_role }) });
    const { viewer, kept } = stubViewer();

    expect(await signIn(viewer, { rememberMe })).toMatchObject({ User_Id: 7, user_role });
    expect(seen.started).toMatchObject([
      { userId: 7, role: user_role, passwordHash: 'stored hash', expiresAt: secondsLater(seconds) },
    ]);
    expect(kept.session?.lifetimeSeconds).toBe(lifetimeSeconds);
  });

  it('a sign-in sets a token that names the stored session, and after it the cookie of a known browser', async () => {
    const { seen, signIn } = open();
    const { viewer, kept } = stubViewer();
    await signIn(viewer);

    // The session started at this fixed instant has expired by now.
    const [, payload = ''] = kept.session?.token.split('.') ?? [];
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
      jti: seen.started[0]?.id,
      sub: '7',
      role: 'client',
    });
    expect(kept.given).toEqual(['session', 'known']);
  });

  it.each([
    ['replaces the session of the browser', () => signToken('earlier'), 'earlier'],
    ['replaces no session for a token with no valid signature', async () => 'earlier', undefined],
    ['replaces no session if the browser sends none', async () => undefined, undefined],
  ])('a sign-in %s', async (_, makeToken, replacedId) => {
    const { seen, signIn } = open();
    await signIn(stubViewer({ sessionToken: await makeToken() }).viewer);

    expect(seen.started).toMatchObject([{ replacedId }]);
  });

  it.each([
    ['ends the session of the browser', () => signToken('earlier'), ['earlier']],
    ['ends no session for a token with no valid signature', async () => 'earlier', []],
    ['ends no session if the browser sends none', async () => undefined, []],
  ])('a sign-out %s', async (_, makeToken, expected) => {
    const ended: string[] = [];
    const database = stubDatabase({ sessions: { end: async (id) => void ended.push(id) } });
    await endSession({ database, sessionTokens }, stubViewer({ sessionToken: await makeToken() }).viewer);

    expect(ended).toEqual(expected);
  });
});

describe('the mail about a sign-in from an unknown browser', () => {
  it('a sign-in from an unknown browser orders it for the session and sends its job', async () => {
    const mail = stubMail();
    const { seen, signIn } = open({ mail });
    await signIn();

    const sessionId = seen.started[0]?.id;
    expect(seen.newSignIns).toEqual([[{ sessionId, userId: 7, recipient: 'thandi@example.com' }, NOW]]);
    expect(mail.sent).toEqual(['a mail']);
  });

  it('a sign-in from a browser that the account knows runs no statement for it', async () => {
    const { seen, signIn } = open();
    const first = stubViewer();
    await signIn(first.viewer);
    await signIn(stubViewer({ knownBrowser: first.kept.knownBrowser }).viewer);

    expect(seen.newSignIns).toHaveLength(1);
  });

  it.each([
    ['is refused', open({ sessionCount: undefined })],
    ['meets a portal without mail', open({ mail: stubMail({ isOn: false }) })],
  ])('a sign-in that %s orders none', async (_, { seen, signIn }) => {
    await signIn().catch(() => undefined);

    expect(seen.newSignIns).toEqual([]);
  });

  it('a sign-in succeeds although the mail cannot be ordered, and reports it', async () => {
    const mail = stubMail();
    const { signIn } = open({ mail, orderNewSignIn: () => Promise.reject(new Error('no database')) });

    await expect(signIn()).resolves.toMatchObject({ User_Id: 7 });
    expect(mail.reported).toHaveLength(1);
  });
});

describe('a sign-in that is refused', () => {
  const invalid = { code: 'unauthenticated', message: INVALID_CREDENTIALS };
  const inactive = { code: 'forbidden', message: 'This account is not active.' };
  const wrong = { verify: async () => false };

  it.each([
    [
      'to an unknown account',
      { found: undefined, passwords: { verifyNobody: async () => false as const } },
      undefined,
      invalid,
    ],
    ['with a wrong password', { passwords: wrong }, 7, invalid],
    [
      'with a wrong password to an inactive account',
      { found: found({ User_Status: 0 }), passwords: wrong },
      7,
      invalid,
    ],
    ['with the right password to an inactive account', { found: found({ User_Status: 0 }) }, 7, inactive],
  ] as const)(
    'a sign-in %s is refused and recorded, and starts no session',
    async (_, answers, userId, refusal) => {
      const { seen, signIn } = open(answers);
      const { viewer, kept } = stubViewer();

      await expect(signIn(viewer)).rejects.toMatchObject(refusal);
      expect(seen).toMatchObject({ started: [], failures: [[userId, '198.51.100.7']] });
      expect(kept.given).toEqual([]);
    },
  );

  it.each([
    ['OW 10001', 'OW10001'],
    ['0W10001', 'OW10001'],
    ['ow\u201110001', 'OW10001'],
    ['#ow10001', 'OW10001'],
    ['OW010001', 'OW10001'],
    ['OW10001@Example.com', 'OW10001@Example.com'],
    ['mailto:jan@müller.co.za', 'jan@xn--mller-kva.co.za'],
    ['Jan <jan\u200b@example.com>', 'jan@example.com'],
    ['10001', '10001'],
    ['OW10001 x', 'OW10001 x'],
  ])('a sign-in as %j searches for the account of %s', async (identifier, searched) => {
    const { seen, signIn } = open({ found: undefined });

    await expect(signIn(undefined, { identifier })).rejects.toMatchObject(invalid);
    expect(seen.identifiers).toEqual([searched]);
  });

  it.each(['th\u00e4ndi@example.com', 'thandi\n@example.com'])(
    'a sign-in as %j searches for no account, because the database might fold it into a stored address',
    async (identifier) => {
      const { seen, signIn } = open({ found: undefined });

      await expect(signIn(undefined, { identifier })).rejects.toMatchObject(invalid);
      expect(seen.identifiers).toEqual(['']);
    },
  );

  it('a sign-in to an account that changed meanwhile is refused and sets no cookie', async () => {
    const { signIn } = open({ sessionCount: undefined });
    const { viewer, kept } = stubViewer();

    await expect(signIn(viewer)).rejects.toMatchObject(invalid);
    expect(kept.given).toEqual([]);
  });

  it('a sign-in that is blocked by earlier attempts computes no hash', async () => {
    const { signIn } = open({ blockedUntil: secondsLater(60), passwords: {} });

    await expect(signIn()).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 60 });
  });

  it('a sign-in starts no session once the successes of this quarter of an hour are used up', async () => {
    const { seen, signIn } = open({ quotaSpentUntil: secondsLater(60) });

    await expect(signIn()).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(seen.started).toEqual([]);
  });
});

describe('the stored hash of a password', () => {
  const outdated = { ...ANSWERS.passwords, isOutdated: () => true };

  it.each([
    [
      'a sign-in renews a hash with outdated parameters',
      outdated,
      [[7, { outdated: 'stored hash', renewed: 'renewed hash' }]],
      'renewed hash',
    ],
    ['a sign-in keeps a hash with current parameters', ANSWERS.passwords, [], 'stored hash'],
  ])('%s, and remembers the browser by that hash', async (_, passwords, renewed, passwordHash) => {
    const { seen, signIn } = open({ passwords });
    const { viewer, kept } = stubViewer();
    await signIn(viewer);

    expect(seen.renewed).toEqual(renewed);
    const { knownBrowser } = kept;
    expect(
      await findKnownBrowser(sessionTokens, { knownBrowser }, { userId: 7, passwordHash }),
    ).toBeDefined();
  });

  it('a sign-in with a wrong password does not renew an outdated hash', async () => {
    const { seen, signIn } = open({ passwords: { ...outdated, verify: async () => false } });

    await expect(signIn()).rejects.toThrow(INVALID_CREDENTIALS);
    expect(seen.renewed).toEqual([]);
  });
});
