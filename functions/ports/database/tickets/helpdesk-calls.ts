import type { ThrottleBucket } from '#functions/ports/database/system/throttle-store.ts';

/**
 * All calls of the helpdesk in a minute, by every function. Its answers fill the bucket; until the first one it holds
 * the calls of the smallest plan, a trial.
 */
export const HELPDESK_CALLS: ThrottleBucket = {
  name: 'helpdesk calls',
  limit: 50,
  windowSeconds: 60,
  isFilled: true,
};
