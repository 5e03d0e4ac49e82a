import { CANARY_EMAIL } from '#functions/domain/system/canary-visit.ts';
import { networkOf } from '#functions/domain/system/throttle.ts';
import type {
  ThrottleBucket,
  ThrottledAttempt,
  ThrottleStore,
} from '#functions/ports/database/system/throttle-store.ts';
import type { Credentials } from '#functions/ports/database/users/user-store.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import { findKnownBrowser } from './known-browser.ts';

const WINDOW_SECONDS = 15 * 60;

/** Failures allowed in the window (D27); an address has many, because phones share addresses behind carrier NAT. */
const FAILURES_MAX = { accountAndAddress: 10, address: 100, network: 500, account: 100, knownBrowser: 10 };

/** Sign-ins with the right password that an account may have in the window: each costs a hash and some rows. */
const SUCCESSES_MAX = 300;

/** The limits of an account's counters, in the order in which a sign-in locks the counters. */
const LIMITS_OF_ACCOUNT = [
  SUCCESSES_MAX,
  FAILURES_MAX.knownBrowser,
  FAILURES_MAX.accountAndAddress,
  FAILURES_MAX.account,
];

const makeSignInBucket = async (
  sessionTokens: Pick<SessionTokens, 'fingerprint'>,
  { counted, limit, userId }: { counted: readonly unknown[]; limit: number; userId: number | undefined },
): Promise<ThrottleBucket> => ({
  // JSON keeps the parts apart, because a caller chooses one of them.
  name: await sessionTokens.fingerprint(JSON.stringify(['sign-in', ...counted])),
  limit,
  windowSeconds: WINDOW_SECONDS,
  ...(userId !== undefined && { userId }),
});

/** Stands in for an unknown account in the search for a known browser, so that the search takes as long. */
const NOBODY = { userId: 0, passwordHash: '' };

/**
 * Returns the buckets in which a sign-in is counted. An unknown identifier is counted as an account would be, and
 * takes as long. A browser that has signed in to the account before is counted by itself, so that no stranger can
 * lock its owner out.
 */
export const describeSignIn = async (
  sessionTokens: Pick<SessionTokens, 'fingerprint' | 'isFingerprint'>,
  viewer: Pick<Viewer, 'address' | 'knownBrowser'>,
  { identifier, found }: { identifier: string; found: Credentials | undefined },
): Promise<Required<ThrottledAttempt> & { isFromKnownBrowser: boolean }> => {
  const typed = identifier.toLowerCase();
  const userId = found?.user.User_Id;
  const account = userId === undefined ? ['identifier', typed] : ['user', userId];
  const makeBucket = (counted: readonly unknown[], limit: number, isOfAccount: boolean) =>
    makeSignInBucket(sessionTokens, { counted, limit, userId: isOfAccount ? userId : undefined });

  const isCanary = typed === CANARY_EMAIL || found?.user.User_Email === CANARY_EMAIL;
  const browserId = await findKnownBrowser(
    sessionTokens,
    viewer,
    found && userId !== undefined ? { userId, passwordHash: found.passwordHash } : NOBODY,
  );
  const { address } = viewer;
  const buckets: ThrottleBucket[] = browserId
    ? [await makeBucket(['known browser', browserId, ...account], FAILURES_MAX.knownBrowser, true)]
    : [
        // The bucket is named after the typed text: nobody may find out that an email address and an OW number belong
        // together.
        await makeBucket(['typed', typed, 'from', address], FAILURES_MAX.accountAndAddress, true),
        await makeBucket(['from', address], FAILURES_MAX.address, false),
        await makeBucket(['from network', networkOf(address)], FAILURES_MAX.network, false),
        // Strangers know the canary's address, and its long password cannot be guessed: they may not lock it out, nor
        // keep it from opening its account.
        ...(isCanary ? [] : [await makeBucket(account, FAILURES_MAX.account, true)]),
      ];

  return {
    buckets,
    quota: await makeBucket(['succeeded', ...account], SUCCESSES_MAX, true),
    address,
    isFromKnownBrowser: browserId !== undefined,
  };
};

/**
 * Returns the buckets in which a sign-in with a passkey is counted, apart from the others: nobody guesses a passkey, so
 * only its cost is limited, and strangers who guess passwords keep nobody from using one.
 */
export const describePasskeySignIn = async (
  sessionTokens: Pick<SessionTokens, 'fingerprint'>,
  { address }: Pick<Viewer, 'address'>,
  userId: number | undefined,
): Promise<Required<ThrottledAttempt>> => ({
  buckets: [
    await makeSignInBucket(sessionTokens, {
      counted: ['passkey from', address],
      limit: FAILURES_MAX.address,
      userId: undefined,
    }),
    await makeSignInBucket(sessionTokens, {
      counted: ['passkey from network', networkOf(address)],
      limit: FAILURES_MAX.network,
      userId: undefined,
    }),
  ],
  quota: await makeSignInBucket(sessionTokens, {
    counted: ['succeeded', 'user', userId ?? 'nobody'],
    limit: SUCCESSES_MAX,
    userId,
  }),
  address,
});

/** Lets an account sign in again at once, from every address. */
export const liftBlocks = (throttle: Pick<ThrottleStore, 'clear'>, userId: number): Promise<void> =>
  throttle.clear(userId, LIMITS_OF_ACCOUNT);
