import type { ThrottleBucket } from '#functions/ports/database/system/throttle-store.ts';

/** Changes of a password that an account may make in a day, and notices of them that it gets in an hour. */
const CHANGES_MAX = 10;
const NOTICES_MAX = 1;

// No counter here names the account, because a full counter of an account blocks its sign-in.

/**
 * Changes by links count apart, because somebody who knows the password must not use up the changes by which the
 * owner takes the account back.
 */
export const passwordChangesOf = (
  userId: number,
  way: 'with the present one' | 'by links',
): ThrottleBucket => ({
  name: `password changes ${way} of user ${userId}`,
  limit: CHANGES_MAX,
  windowSeconds: 24 * 60 * 60,
});

export const passwordNoticesOf = (userId: number): ThrottleBucket => ({
  name: `password notices of user ${userId}`,
  limit: NOTICES_MAX,
  windowSeconds: 60 * 60,
});
