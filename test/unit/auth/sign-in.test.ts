import { describe, expect, it } from 'vitest';
import { endOldestSessions, endSession, signIn } from '#functions/domain/auth/sessions.ts';
import type { Passwords } from '#functions/ports/passwords.ts';
import { INVALID_CREDENTIALS } from '#shared/errors.ts';
import { type FakeAccount, makeAccount, makeFakeAccounts } from '#test/support/fake-accounts.ts';
import { fakePasswords, fakeSessionTokens, makeBrowser } from '#test/support/fake-sign-in.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const HOUR_SECONDS = 60 * 60;
const secondsLater = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

const open = (accounts?: FakeAccount[]) => {
  const { state, database } = makeFakeAccounts(accounts);

  return {
    state,
    endOldest: (userId: number) => endOldestSessions({ database }, userId, NOW),
    end: (browser = makeBrowser()) => endSession({ database, sessionTokens: fakeSessionTokens }, browser),
    signIn: (
      browser = makeBrowser(),
      {
        identifier = 'thandi@example.com',
        password = 'right',
        rememberMe = false,
        passwords = {} as Partial<Passwords>,
      } = {},
    ) =>
      signIn(
        { database, passwords: { ...fakePasswords, ...passwords }, sessionTokens: fakeSessionTokens },
        browser,
        { identifier, password, rememberMe },
        NOW,
      ),
  };
};

describe('a session', () => {
  it.each([
    [
      'of a client ends after twelve hours and with the browser',
      'client',
      false,
      12 * HOUR_SECONDS,
      undefined,
    ],
    [
      'of a client who is remembered lasts thirty days',
      'client',
      true,
      720 * HOUR_SECONDS,
      720 * HOUR_SECONDS,
    ],
    ['of an administrator ends after twelve hours', 'admin', false, 12 * HOUR_SECONDS, undefined],
    ["of an administrator ends so, whatever 'Remember me' says", 'admin', true, 12 * HOUR_SECONDS, undefined],
  ] as const)('%s', async (_, user_role, rememberMe, seconds, cookieSeconds) => {
    const { state, signIn } = open([makeAccount({ user_role })]);
    const browser = makeBrowser();

    expect(await signIn(browser, { rememberMe })).toMatchObject({ User_Id: 7, user_role });
    expect(state.sessions).toEqual([{ id: expect.any(String), userId: 7, expiresAt: secondsLater(seconds) }]);
    expect(browser.sessionToken).toBe(`token of ${state.sessions[0]?.id}`);
    expect(browser.sessionLifetimeSeconds).toBe(cookieSeconds);
  });

  it('is always a new one, and ends the one that the browser had and no other', async () => {
    const { state, signIn } = open();
    const [browser, elsewhere] = [makeBrowser(), makeBrowser()];
    await signIn(browser);
    await signIn(elsewhere);
    const [first, other] = [browser.sessionToken, elsewhere.sessionToken];
    await signIn(browser);

    expect(browser.sessionToken).not.toBe(first);
    expect(state.sessions.map(({ id }) => `token of ${id}`)).toEqual([other, browser.sessionToken]);
  });

  it("takes the place of another account's in the same browser", async () => {
    const { state, signIn } = open([
      makeAccount(),
      makeAccount({ User_Id: 8, User_Email: 'b@example.com', OWNumber: 'OW8' }),
    ]);
    const browser = makeBrowser();
    await signIn(browser);
    await signIn(browser, { identifier: 'b@example.com' });

    expect(state.sessions.map(({ userId }) => userId)).toEqual([8]);
  });

  it('ends no other if the browser shows a token that nobody signed', async () => {
    const { state, signIn } = open();
    await signIn();
    await signIn({ ...makeBrowser(), sessionToken: state.sessions[0]?.id });

    expect(state.sessions).toHaveLength(2);
  });

  it('is one of at most a hundred: one more ends the oldest', async () => {
    const { state, signIn, endOldest } = open();
    for (let started = 0; started < 100; started += 1) await signIn();
    const [oldest, second] = state.sessions;
    await endOldest((await signIn()).User_Id);

    expect(state.sessions).toHaveLength(100);
    expect(state.sessions).not.toContain(oldest);
    expect(state.sessions[0]).toBe(second);
  });

  it('is given to the browser before it is told that it is known', async () => {
    const browser = makeBrowser();
    await open().signIn(browser);

    expect(browser.given).toEqual(['session', 'known']);
  });

  it('ends when its browser signs out, and no other does', async () => {
    const { state, signIn, end } = open();
    const browser = makeBrowser();
    await signIn(browser);
    await signIn();
    await end(browser);

    expect(state.sessions).toHaveLength(1);
    expect(browser.sessionToken).not.toBe(`token of ${state.sessions[0]?.id}`);
  });

  it.each([
    ['without one', () => undefined],
    ['with a token that nobody signed', (id: string | undefined) => id],
  ])('goes on if somebody signs out %s', async (_, makeToken) => {
    const { state, signIn, end } = open();
    await signIn();
    await end({ ...makeBrowser(), sessionToken: makeToken(state.sessions[0]?.id) });

    expect(state.sessions).toHaveLength(1);
  });
});

describe('a sign-in that is refused', () => {
  const invalid = { code: 'unauthenticated', message: INVALID_CREDENTIALS };
  const inactive = { code: 'forbidden', message: 'This account is not active.' };

  it.each([
    ['nobody', { identifier: 'nobody@example.com' }, 1, undefined, invalid],
    ['a wrong password', { password: 'wrong' }, 1, 7, invalid],
    ['a wrong password of an account that is not active', { password: 'wrong' }, 0, 7, invalid],
    ['the right password of an account that is not active', {}, 0, 7, inactive],
    [
      'an identifier that only the database takes for the account',
      { identifier: 'th\u00e4ndi@example.com' },
      1,
      undefined,
      invalid,
    ],
    ['an identifier with a control character', { identifier: 'thandi@example.com\n' }, 1, undefined, invalid],
  ])(
    'for %s starts nothing, is recorded, and leaves the session that was there',
    async (_, credentials, User_Status, userId, refusal) => {
      const { state, signIn } = open([makeAccount({ User_Status })]);
      const before = { id: 'earlier', userId: 7, expiresAt: NOW };
      state.sessions.push(before);
      const browser = { ...makeBrowser(), sessionToken: 'token of earlier' };

      await expect(signIn(browser, credentials)).rejects.toMatchObject(refusal);
      expect(state.sessions).toEqual([before]);
      expect(browser.given).toEqual([]);
      expect(state.failedSignIns).toEqual([{ userId, address: '198.51.100.7' }]);
    },
  );

  it.each([
    ['was given another password', { passwordHash: 'hash of another' }],
    ['was deactivated', { User_Status: 0 }],
    ['was given another role', { user_role: 'admin' as const }],
  ])('because the account %s meanwhile starts nothing', async (_, change) => {
    const account = makeAccount();
    const { state, signIn } = open([account]);
    const browser = makeBrowser();
    const verify = async () => {
      Object.assign(account, change);

      return true;
    };

    await expect(signIn(browser, { passwords: { verify } })).rejects.toMatchObject(invalid);
    expect(state.sessions).toEqual([]);
    expect(browser.given).toEqual([]);
  });
});

describe("a password's hash", () => {
  it.each([
    ['made with other parameters is made anew', 'old hash of right', 'hash of right'],
    ["of today's parameters stays", 'hash of right', 'hash of right'],
  ])('%s, and the browser stays known by it', async (_, stored, kept) => {
    const { state, signIn } = open([makeAccount({ passwordHash: stored })]);
    const browser = makeBrowser();
    await signIn(browser);
    const known = browser.knownBrowser;
    await signIn(browser);

    expect(state.accounts[0]?.passwordHash).toBe(kept);
    expect(browser.knownBrowser).toBe(known);
  });

  it('stays as it is after a wrong password', async () => {
    const { state, signIn } = open([makeAccount({ passwordHash: 'old hash of right' })]);

    await expect(signIn(makeBrowser(), { password: 'wrong' })).rejects.toThrow();
    expect(state.accounts[0]?.passwordHash).toBe('old hash of right');
  });
});
