import { describe, expect, it } from 'vitest';
import { keepKnownBrowser } from '#functions/domain/auth/known-browser.ts';
import { countAttempt, describeSignIn } from '#functions/domain/auth/sign-in-throttle.ts';
import { sessionTokens, stubViewer } from '#test/support/stubs/stub-viewer.ts';
import { makeStoredUser } from '#test/support/users/stored-user.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const QUARTER_SECONDS = 15 * 60;
const EMAIL = 'thandi@example.com';
const HERE = '198.51.100.7';
/** In another network. */
const ELSEWHERE = '203.0.113.9';

const foundAs = (userId: number) => ({
  user: makeStoredUser({ User_Id: userId }),
  passwordHash: `hash ${userId}`,
});

const SIGN_IN = {
  found: foundAs(7) as ReturnType<typeof foundAs> | undefined,
  address: HERE,
  knownBrowser: undefined as string | undefined,
};

/** What a sign-in to account 7 is counted for, or to the account that is given. */
const countsOf = (identifier = EMAIL, change: Partial<typeof SIGN_IN> = {}) => {
  const { found, ...viewer } = { ...SIGN_IN, ...change };

  return describeSignIn(sessionTokens, viewer, { identifier, found });
};

type Counts = Awaited<ReturnType<typeof countsOf>>;
const limitsOf = ({ buckets }: Counts) => buckets.map(({ limit }) => limit);

/** The names of the account from here, of the address, of its network, and of the account from anywhere. */
const namesOf = async (...args: Parameters<typeof countsOf>) => {
  const { buckets, quota } = await countsOf(...args);
  const [typed, address, network, account] = buckets.map(({ name }) => name);

  return { typed, address, network, account, quota: quota.name };
};

describe('what a sign-in is counted for', () => {
  it('is the account from here, the address, the network and the account, each for a quarter of an hour', async () => {
    const counts = await countsOf();

    expect(limitsOf(counts)).toEqual([10, 100, 500, 100]);
    expect(counts).toMatchObject({ quota: { limit: 300 }, address: HERE });
    for (const { windowSeconds } of [...counts.buckets, counts.quota]) {
      expect(windowSeconds).toBe(QUARTER_SECONDS);
    }
  });

  it('is the same for an account and for nobody, but only the account has an owner', async () => {
    const [known, nobody] = [await countsOf(), await countsOf(EMAIL, { found: undefined })];
    const ownersOf = ({ buckets, quota }: Counts) => [...buckets, quota].map(({ userId }) => userId);

    expect([limitsOf(nobody), nobody.quota.limit]).toEqual([limitsOf(known), known.quota.limit]);
    expect(ownersOf(known)).toEqual([7, undefined, undefined, 7, 7]);
    expect(ownersOf(nobody)).toEqual(Array(5).fill(undefined));
  });

  it('names neither the address nor what was typed', async () => {
    const { buckets, quota } = await countsOf('typed-into-the-wrong-field');

    for (const { name } of [...buckets, quota]) {
      expect(name).toMatch(/^[\w-]{43}$/);
    }
  });

  it.each([
    ['an email address', EMAIL, EMAIL.toUpperCase(), foundAs(7)],
    ['an OW number', 'OW10007', 'ow10007', foundAs(7)],
    ['what no account has', 'nobody@example.com', 'Nobody@Example.com', undefined],
  ])('is one for every case of %s', async (_, typed, spelledOtherwise, found) => {
    expect(await namesOf(spelledOtherwise, { found })).toEqual(await namesOf(typed, { found }));
  });

  it('does not tell whose email address an OW number belongs to, but joins both in the account', async () => {
    const [byEmail, byNumber] = [await namesOf(EMAIL), await namesOf('OW10007')];

    expect(byNumber.typed).not.toBe(byEmail.typed);
    expect(byNumber).toMatchObject({ account: byEmail.account, quota: byEmail.quota });
  });

  it('is another one for another account, from the same address', async () => {
    const own = await namesOf();
    const other = await namesOf('sipho@example.com', { found: foundAs(8) });

    expect(other).toMatchObject({ address: own.address, network: own.network });
    for (const part of ['typed', 'account', 'quota'] as const) {
      expect(other[part]).not.toBe(own[part]);
    }
  });

  it.each([`${EMAIL} from ${ELSEWHERE}`, `${EMAIL}","from","${ELSEWHERE}`, 'th\u00e4ndi@example.com'])(
    'is nothing of the account for %j, which only reads like it',
    async (typed) => {
      const own = Object.values(await namesOf(EMAIL, { address: ELSEWHERE }));
      const { address: _, network: __, ...ofTyped } = await namesOf(typed, { found: undefined });

      for (const name of Object.values(ofTyped)) {
        expect(own).not.toContain(name);
      }
    },
  );

  it.each([
    ['IPv4', HERE, '198.51.100.99', '198.51.101.1'],
    ['IPv6', '2001:db8:1:7::', '2001:db8:1:63::', '2001:db8:2::'],
  ])('shares a network with its neighbours alone: %s', async (_, address, neighbour, outside) => {
    const own = await namesOf(EMAIL, { address });
    const beside = await namesOf(EMAIL, { address: neighbour });

    expect(beside.network).toBe(own.network);
    expect(beside.address).not.toBe(own.address);
    expect((await namesOf(EMAIL, { address: outside })).network).not.toBe(own.network);
  });
});

describe('a browser that has signed in to the account before', () => {
  const signInAs = async (userId: number) => {
    const { viewer, kept } = stubViewer();
    await keepKnownBrowser(sessionTokens, viewer, { userId, passwordHash: `hash ${userId}` });

    return kept.knownBrowser;
  };

  it('is counted by itself alone, from wherever, for ten failures', async () => {
    const knownBrowser = await signInAs(7);
    const [here, elsewhere] = [
      await countsOf(EMAIL, { knownBrowser }),
      await countsOf(EMAIL, { knownBrowser, address: ELSEWHERE }),
    ];

    expect(here.buckets).toEqual([
      { name: expect.any(String), limit: 10, windowSeconds: QUARTER_SECONDS, userId: 7 },
    ]);
    expect(elsewhere.buckets).toEqual(here.buckets);
    expect(here.quota).toEqual((await countsOf()).quota);
    expect((await namesOf(EMAIL, { knownBrowser: await signInAs(7) })).typed).not.toBe(here.buckets[0]?.name);
  });

  it('is a stranger to every other account', async () => {
    const knownBrowser = await signInAs(8);

    expect(await countsOf(EMAIL, { knownBrowser })).toEqual(await countsOf());
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
