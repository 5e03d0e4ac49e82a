import { describe, expect, it } from 'vitest';
import { keepKnownBrowser } from '#functions/domain/auth/known-browser.ts';
import { describeSignIn } from '#functions/domain/auth/sign-in-throttle.ts';
import { countAttempt } from '#functions/domain/system/throttle.ts';
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

/** Returns the buckets in which a sign-in is counted: one to account 7, or to the given account. */
const countsOf = (identifier = EMAIL, change: Partial<typeof SIGN_IN> = {}) => {
  const { found, ...viewer } = { ...SIGN_IN, ...change };

  return describeSignIn(sessionTokens, viewer, { identifier, found });
};

type Counts = Awaited<ReturnType<typeof countsOf>>;
const limitsOf = ({ buckets }: Counts) => buckets.map(({ limit }) => limit);

/** Returns the bucket names: account from here, address, network of the address, account from anywhere. */
const namesOf = async (...args: Parameters<typeof countsOf>) => {
  const { buckets, quota } = await countsOf(...args);
  const [typed, address, network, account] = buckets.map(({ name }) => name);

  return { typed, address, network, account, quota: quota.name };
};

describe('the buckets in which a sign-in is counted', () => {
  it('a sign-in counts by account and address, address, network and account, for 15 minutes each', async () => {
    const counts = await countsOf();

    expect(limitsOf(counts)).toEqual([10, 100, 500, 100]);
    expect(counts).toMatchObject({ quota: { limit: 300 }, address: HERE });
    for (const { windowSeconds } of [...counts.buckets, counts.quota]) {
      expect(windowSeconds).toBe(QUARTER_SECONDS);
    }
  });

  it('a sign-in to an unknown account counts alike, but without an owner', async () => {
    const [known, nobody] = [await countsOf(), await countsOf(EMAIL, { found: undefined })];
    const ownersOf = ({ buckets, quota }: Counts) => [...buckets, quota].map(({ userId }) => userId);

    expect([limitsOf(nobody), nobody.quota.limit]).toEqual([limitsOf(known), known.quota.limit]);
    expect(ownersOf(known)).toEqual([7, undefined, undefined, 7, 7]);
    expect(ownersOf(nobody)).toEqual(Array(5).fill(undefined));
  });

  it('names of sign-in buckets show neither the address nor the typed text', async () => {
    const { buckets, quota } = await countsOf('typed-into-the-wrong-field');

    for (const { name } of [...buckets, quota]) {
      expect(name).toMatch(/^[\w-]{43}$/);
    }
  });

  it.each([
    ['an email address', EMAIL, EMAIL.toUpperCase(), foundAs(7)],
    ['an OW number', 'OW10007', 'ow10007', foundAs(7)],
    ['an unknown email address', 'nobody@example.com', 'Nobody@Example.com', undefined],
  ])(
    'a sign-in counts in the same buckets for every letter case of %s',
    async (_, typed, spelledOtherwise, found) => {
      expect(await namesOf(spelledOtherwise, { found })).toEqual(await namesOf(typed, { found }));
    },
  );

  it('sign-ins by email and by OW number have different typed buckets but share those of the account', async () => {
    const [byEmail, byNumber] = [await namesOf(EMAIL), await namesOf('OW10007')];

    expect(byNumber.typed).not.toBe(byEmail.typed);
    expect(byNumber).toMatchObject({ account: byEmail.account, quota: byEmail.quota });
  });

  it('sign-ins to two accounts from one address share only the buckets of the address and its network', async () => {
    const own = await namesOf();
    const other = await namesOf('sipho@example.com', { found: foundAs(8) });

    expect(other).toMatchObject({ address: own.address, network: own.network });
    for (const part of ['typed', 'account', 'quota'] as const) {
      expect(other[part]).not.toBe(own[part]);
    }
  });

  it.each([`${EMAIL} from ${ELSEWHERE}`, `${EMAIL}","from","${ELSEWHERE}`, 'th\u00e4ndi@example.com'])(
    'a sign-in with the lookalike text %j shares no bucket with the account',
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
  ])(
    'sign-ins of one network share its bucket, those from outside do not: %s',
    async (_, address, neighbour, outside) => {
      const own = await namesOf(EMAIL, { address });
      const beside = await namesOf(EMAIL, { address: neighbour });

      expect(beside.network).toBe(own.network);
      expect(beside.address).not.toBe(own.address);
      expect((await namesOf(EMAIL, { address: outside })).network).not.toBe(own.network);
    },
  );
});

describe('a browser that has signed in to the account before', () => {
  const signInAs = async (userId: number) => {
    const { viewer, kept } = stubViewer();
    await keepKnownBrowser(sessionTokens, viewer, { userId, passwordHash: `hash ${userId}` });

    return kept.knownBrowser;
  };

  it('a known browser has one bucket of ten failures, wherever it signs in from', async () => {
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

  it('a browser known to one account counts as unknown to every other account', async () => {
    const knownBrowser = await signInAs(8);

    expect(await countsOf(EMAIL, { knownBrowser })).toEqual(await countsOf());
  });
});

describe('the refusal of a throttled sign-in', () => {
  it.each([
    [0.2, 1, 'a minute'],
    [60, 60, 'a minute'],
    [60.2, 61, '2 minutes'],
    [QUARTER_SECONDS, 900, '15 minutes'],
  ])(
    'a refusal with %d s left says %d in Retry-After and "%s" in its sentence',
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
