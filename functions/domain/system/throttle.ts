import type { ThrottledAttempt, ThrottleStore } from '#functions/ports/database/system/throttle-store.ts';
import { AppError, secondsUntil } from '#shared/errors.ts';

/** Returns the /24 of an IPv4 address, or the /48 of an IPv6 address. */
export const networkOf = (address: string): string =>
  address.includes(':')
    ? `${address.split(':').slice(0, 3).join(':')}::/48`
    : `${address.split('.').slice(0, 3).join('.')}.0/24`;

const wordMinutes = (minutes: number): string => (minutes === 1 ? 'a minute' : `${minutes} minutes`);

const refuseUntil = (blockedUntil: Date | undefined, now: Date): void => {
  if (!blockedUntil) {
    return;
  }

  const seconds = secondsUntil(blockedUntil, now);
  const wait = seconds > 3600 ? `${Math.ceil(seconds / 3600)} hours` : wordMinutes(Math.ceil(seconds / 60));
  throw new AppError('too_many_requests', `Too many attempts. Please try again in ${wait}.`, {
    retryAfterSeconds: seconds,
  });
};

/** Counts an attempt, and refuses it while one of its buckets is over its limit. */
export const countAttempt = async (
  throttle: Pick<ThrottleStore, 'count'>,
  attempt: ThrottledAttempt,
  now: Date,
): Promise<void> => refuseUntil(await throttle.count(attempt, now), now);

/** Counts an attempt as a success after its password was right. */
export const countSuccess = async (
  throttle: Pick<ThrottleStore, 'countSuccess'>,
  attempt: Required<ThrottledAttempt>,
  now: Date,
): Promise<void> => refuseUntil(await throttle.countSuccess(attempt, now), now);
