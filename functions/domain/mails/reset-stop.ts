import type { ThrottleBucket } from '#functions/ports/database/system/throttle-store.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';

/**
 * Returns the bucket whose window stops links for a new password to an address for a day, because its owner said that
 * they had not asked for one (D46).
 */
export const resetStopOf = async (
  sessionTokens: Pick<SessionTokens, 'fingerprint'>,
  { userId, address }: { userId: number; address: string },
): Promise<ThrottleBucket> => ({
  name: await sessionTokens.fingerprint(JSON.stringify(['resets stopped', userId, address.toLowerCase()])),
  limit: 1,
  windowSeconds: 24 * 60 * 60,
});
