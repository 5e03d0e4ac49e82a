import type {
  ThrottleBucket,
  ThrottledAttempt,
  ThrottleStore,
} from '#functions/ports/database/auth/throttle-store.ts';
import type { Credentials } from '#functions/ports/database/users/user-store.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import { AppError, secondsUntil } from '#shared/errors.ts';
import { findKnownBrowser } from './known-browser.ts';

const WINDOW_SECONDS = 15 * 60;

/** Failures allowed in the window (D27): phones share addresses behind carrier NAT. */
const FAILURES_MAX = { accountAndAddress: 10, address: 100, network: 500, account: 100, knownBrowser: 10 };

/** Right passwords of an account in the window: each costs a hash and some rows. */
const SUCCESSES_MAX = 300;

/** An IPv4 address's /24, or the /48 of an IPv6 address. */
export const networkOf = (address: string): string =>
  address.includes(':')
    ? `${address.split(':').slice(0, 3).join(':')}::/48`
    : `${address.split('.').slice(0, 3).join('.')}.0/24`;

/** Stands for an unknown account among the known browsers, so that looking for it takes as long. */
const NOBODY = { userId: 0, passwordHash: '' };

/**
 * What a sign-in is counted for. An identifier without an account is counted like one, and takes as long. A browser
 * that has signed in to the account before is counted by itself, so that no stranger can keep its owner out.
 */
export const describeSignIn = async (
  sessionTokens: Pick<SessionTokens, 'fingerprint' | 'isFingerprint'>,
  viewer: Pick<Viewer, 'address' | 'knownBrowser'>,
  { identifier, found }: { identifier: string; found: Credentials | undefined },
): Promise<Required<ThrottledAttempt>> => {
  const typed = identifier.toLowerCase();
  const userId = found?.user.User_Id;
  const account = userId === undefined ? ['identifier', typed] : ['user', userId];
  const makeBucket = async (counted: readonly unknown[], limit: number, isOfAccount: boolean) => ({
    // As JSON, so that no part that a caller chose reads like two.
    name: await sessionTokens.fingerprint(JSON.stringify(['sign-in', ...counted])),
    limit,
    windowSeconds: WINDOW_SECONDS,
    ...(isOfAccount && userId !== undefined && { userId }),
  });

  const browserId = await findKnownBrowser(
    sessionTokens,
    viewer,
    found && userId !== undefined ? { userId, passwordHash: found.passwordHash } : NOBODY,
  );
  const { address } = viewer;
  const buckets: ThrottleBucket[] = browserId
    ? [await makeBucket(['known browser', browserId, ...account], FAILURES_MAX.knownBrowser, true)]
    : [
        // The bucket is named by what was typed: email address and OW number must not tell that they belong together.
        await makeBucket(['typed', typed, 'from', address], FAILURES_MAX.accountAndAddress, true),
        await makeBucket(['from', address], FAILURES_MAX.address, false),
        await makeBucket(['from network', networkOf(address)], FAILURES_MAX.network, false),
        await makeBucket(account, FAILURES_MAX.account, true),
      ];

  return { buckets, quota: await makeBucket(['succeeded', ...account], SUCCESSES_MAX, true), address };
};

const refuseUntil = (blockedUntil: Date | undefined, now: Date): void => {
  if (!blockedUntil) {
    return;
  }

  const seconds = secondsUntil(blockedUntil, now);
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  throw new AppError('too_many_requests', `Too many attempts. Please try again in ${wait}.`, {
    retryAfterSeconds: seconds,
  });
};

/** Counts an attempt, and refuses it as long as one of its buckets is over its limit. */
export const countAttempt = async (
  throttle: Pick<ThrottleStore, 'count'>,
  attempt: ThrottledAttempt,
  now: Date,
): Promise<void> => refuseUntil(await throttle.count(attempt, now), now);

/** Counts an attempt as the success that it turned out to be. */
export const countSuccess = async (
  throttle: Pick<ThrottleStore, 'countSuccess'>,
  attempt: Required<ThrottledAttempt>,
  now: Date,
): Promise<void> => refuseUntil(await throttle.countSuccess(attempt, now), now);
