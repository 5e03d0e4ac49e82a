import { describe, expect, it } from 'vitest';
import { signIn } from '#functions/domain/auth/sessions.ts';
import { countAttempt, describeSignIn } from '#functions/domain/auth/sign-in-throttle.ts';
import { INVALID_CREDENTIALS } from '#shared/errors.ts';
import { makeAccount, makeFakeAccounts } from '#test/support/fake-accounts.ts';
import { fakePasswords, fakeSessionTokens, makeBrowser, noPasswords } from '#test/support/fake-sign-in.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const QUARTER_SECONDS = 15 * 60;
const EMAIL = 'thandi@example.com';
const OTHER_EMAIL = 'sipho@example.com';
const HERE = '198.51.100.7';
/** In another network. */
const ELSEWHERE = '203.0.113.9';

const open = () => {
  const { state, database } = makeFakeAccounts([
    makeAccount(),
    makeAccount({ User_Id: 8, User_Email: OTHER_EMAIL, OWNumber: 'OW10008' }),
  ]);
  const attempt = async (
    identifier: string,
    { password = 'right', browser = makeBrowser(), passwords = fakePasswords, now = NOW } = {},
  ): Promise<'in' | 'wrong' | 'blocked'> => {
    try {
      await signIn(
        { database, passwords, sessionTokens: fakeSessionTokens },
        browser,
        { identifier, password, rememberMe: false },
        now,
      );

      return 'in';
    } catch (error) {
      if (error instanceof Error && error.message === INVALID_CREDENTIALS) return 'wrong';
      expect(error).toMatchObject({ code: 'too_many_requests' });

      return 'blocked';
    }
  };

  return {
    state,
    signIn: attempt,
    /** So many wrong passwords, each of them heard. */
    fail: async (count: number, identifier: string, makeFrom: (index: number) => string = () => HERE) => {
      for (let index = 0; index < count; index += 1) {
        const browser = makeBrowser(makeFrom(index));
        expect(await attempt(identifier, { password: 'wrong', browser })).toBe('wrong');
      }
    },
  };
};

const from = (address: string) => ({ browser: makeBrowser(address) });

describe('failures', () => {
  it('block the account from their address after ten, for the right password too, and only there', async () => {
    const { fail, signIn } = open();
    await fail(10, EMAIL);

    expect(await signIn(EMAIL)).toBe('blocked');
    expect(await signIn(EMAIL, from(ELSEWHERE))).toBe('in');
    expect(await signIn(OTHER_EMAIL)).toBe('in');
  });

  it('are refused before any hash is computed', async () => {
    const { fail, signIn } = open();
    await fail(10, EMAIL);

    expect(await signIn(EMAIL, { passwords: noPasswords })).toBe('blocked');
  });

  it.each([
    ['an email address', EMAIL, EMAIL.toUpperCase()],
    ['an OW number', 'OW10007', 'ow10007'],
    ['what no account has', 'nobody@example.com', 'Nobody@Example.com'],
  ])('share one count for every case of %s', async (_, typed, spelledOtherwise) => {
    const { fail, signIn } = open();
    await fail(5, typed);
    await fail(5, spelledOtherwise);

    expect(await signIn(typed)).toBe('blocked');
  });

  it('by the OW number do not tell whose email address it is', async () => {
    const { fail, signIn } = open();
    await fail(10, 'OW10007');

    expect(await signIn('OW10007', { password: 'wrong' })).toBe('blocked');
    expect(await signIn(EMAIL, { password: 'wrong' })).toBe('wrong');
  });

  it.each([`${EMAIL} from ${ELSEWHERE}`, `${EMAIL}","from","${ELSEWHERE}`, 'th\u00e4ndi@example.com'])(
    'of %j, which only reads like the account, do not count for it',
    async (typed) => {
      const { fail, signIn } = open();
      await fail(10, typed);

      expect(await signIn(EMAIL, { ...from(ELSEWHERE), password: 'wrong' })).toBe('wrong');
      expect(await signIn(EMAIL, { password: 'wrong' })).toBe('wrong');
    },
  );

  it('block an address after a hundred, whatever the account, and no other address', async () => {
    const { fail, signIn } = open();
    for (let account = 0; account < 10; account += 1) await fail(10, `${account}@example.com`);

    expect(await signIn(EMAIL)).toBe('blocked');
    expect(await signIn(EMAIL, from('198.51.100.8'))).toBe('in');
  });

  it.each([
    ['IPv4', (index: number) => `198.51.100.${index}`, '198.51.101.1'],
    ['IPv6', (index: number) => `2001:db8:1:${index.toString(16)}::`, '2001:db8:2::'],
  ])(
    'block a network after five hundred, whatever the account and the address: %s',
    async (_, addressOf, outside) => {
      const { fail, signIn } = open();
      for (let address = 0; address < 50; address += 1) {
        await fail(10, `${address}@example.com`, () => addressOf(address));
      }

      expect(await signIn(EMAIL, from(addressOf(99)))).toBe('blocked');
      expect(await signIn(EMAIL, from(outside))).toBe('in');
    },
  );

  it('block an account from everywhere after a hundred, and no other account', async () => {
    const { fail, signIn } = open();
    await fail(100, EMAIL, (index) => `10.${index}.0.1`);

    expect(await signIn(EMAIL, from(ELSEWHERE))).toBe('blocked');
    expect(await signIn('OW10007', from(ELSEWHERE))).toBe('blocked');
    expect(await signIn(OTHER_EMAIL, from(ELSEWHERE))).toBe('in');
  });

  it('are forgotten when their quarter of an hour is over', async () => {
    const { fail, signIn } = open();
    await fail(10, EMAIL);
    const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

    expect(await signIn(EMAIL, { now: later(QUARTER_SECONDS - 1) })).toBe('blocked');
    expect(await signIn(EMAIL, { now: later(QUARTER_SECONDS) })).toBe('in');
  });

  it('stay counted after a success, which takes back its own attempt alone', async () => {
    const { fail, signIn } = open();
    await fail(9, EMAIL);
    for (let tries = 0; tries < 3; tries += 1) expect(await signIn(EMAIL)).toBe('in');

    await fail(1, EMAIL);
    expect(await signIn(EMAIL)).toBe('blocked');
  });
});

describe('a browser that has signed in to the account before', () => {
  const signInAsKnown = async (signIn: ReturnType<typeof open>['signIn'], identifier = EMAIL) => {
    const browser = makeBrowser(ELSEWHERE);
    expect(await signIn(identifier, { browser })).toBe('in');

    return browser;
  };

  it('gets in while strangers have blocked the account, its address and its network', async () => {
    const { fail, signIn } = open();
    const browser = await signInAsKnown(signIn);
    await fail(90, EMAIL, (index) => `10.${index}.0.1`);
    await fail(10, EMAIL, () => ELSEWHERE);
    for (let account = 0; account < 9; account += 1)
      await fail(10, `${account}@example.com`, () => ELSEWHERE);

    expect(await signIn(EMAIL, from(ELSEWHERE))).toBe('blocked');
    expect(await signIn(EMAIL, { browser })).toBe('in');
  });

  it('is blocked by ten failures of its own, from wherever, and it alone', async () => {
    const { signIn } = open();
    const [browser, another] = [await signInAsKnown(signIn), await signInAsKnown(signIn)];
    for (let tries = 0; tries < 10; tries += 1) {
      const moved = { ...browser, address: `10.${tries}.0.1` };
      expect(await signIn(EMAIL, { browser: moved, password: 'wrong' })).toBe('wrong');
    }

    expect(await signIn(EMAIL, { browser })).toBe('blocked');
    expect(await signIn(EMAIL, { browser: another })).toBe('in');
    expect(await signIn(EMAIL, from(ELSEWHERE))).toBe('in');
  });

  it('is a stranger to every other account', async () => {
    const { fail, signIn } = open();
    const browser = await signInAsKnown(signIn);
    await fail(10, OTHER_EMAIL, () => ELSEWHERE);

    expect(await signIn(OTHER_EMAIL, { browser })).toBe('blocked');
  });
});

describe('right passwords', () => {
  it('are taken three hundred times a quarter of an hour, from a known browser too', async () => {
    const { signIn } = open();
    const browser = makeBrowser();
    for (let tries = 0; tries < 300; tries += 1) {
      expect(await signIn(EMAIL, { browser: tries % 2 ? browser : makeBrowser() })).toBe('in');
    }

    expect(await signIn(EMAIL, { browser, passwords: noPasswords })).toBe('blocked');
    expect(await signIn(EMAIL, from(ELSEWHERE))).toBe('blocked');
    expect(await signIn(OTHER_EMAIL, { browser })).toBe('in');
  });
});

describe('what a sign-in is counted for', () => {
  const describeFor = (identifier: string, found?: ReturnType<typeof makeAccount>, browser = makeBrowser()) =>
    describeSignIn(fakeSessionTokens, browser, {
      identifier,
      found: found && { user: found, passwordHash: found.passwordHash },
    });

  it('is the same for an account and for nobody, but that only the account can be told of it', async () => {
    const known = await describeFor(EMAIL, makeAccount());
    const nobody = await describeFor(EMAIL);
    const limitsOf = ({ buckets, quota }: typeof known) =>
      [...buckets, quota].map(({ limit, windowSeconds }) => [limit, windowSeconds]);
    const ownersOf = ({ buckets, quota }: typeof known) => [...buckets, quota].map(({ userId }) => userId);

    expect(limitsOf(known)).toEqual([10, 100, 500, 100, 300].map((limit) => [limit, QUARTER_SECONDS]));
    expect(limitsOf(nobody)).toEqual(limitsOf(known));
    expect(ownersOf(known)).toEqual([7, undefined, undefined, 7, 7]);
    expect(ownersOf(nobody)).toEqual(Array(5).fill(undefined));
  });

  it('names neither the address nor what was typed', async () => {
    const { buckets, quota } = await describeFor('typed-into-the-wrong-field');

    for (const { name } of [...buckets, quota]) expect(name).toMatch(/^[\w-]{43}$/);
  });
});

describe('a refusal', () => {
  it.each([
    [0.2, 1, 'a minute'],
    [60, 60, 'a minute'],
    [60.2, 61, '2 minutes'],
    [QUARTER_SECONDS, 900, '15 minutes'],
  ])(
    'with %d seconds left says %d in Retry-After and waits %s in words',
    async (left, retryAfterSeconds, wait) => {
      const count = async () => new Date(NOW.getTime() + left * 1000);

      await expect(countAttempt({ count }, { buckets: [], address: HERE }, NOW)).rejects.toMatchObject({
        code: 'too_many_requests',
        message: `Too many attempts. Please try again in ${wait}.`,
        retryAfterSeconds,
      });
    },
  );
});
