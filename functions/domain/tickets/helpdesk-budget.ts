import type { ThrottleBucket, ThrottleStore } from '#functions/ports/database/system/throttle-store.ts';
import { HELPDESK_CALLS } from '#functions/ports/database/tickets/helpdesk-calls.ts';

/** Some calls of the helpdesk, to be taken from all callers' minute (D21). */
export const helpdeskCalls = (units: number): ThrottleBucket => ({ ...HELPDESK_CALLS, units });

/** The helpdesk counts a list that includes more than its rows as five calls. */
const CALLS_OF_LIST = 5;

/**
 * The helpdesk's smallest plan allows 20 calls of its lists a minute, which no answer tells before they are used up;
 * the rest is left to its agents.
 */
const HELPDESK_LISTS: ThrottleBucket = { name: 'helpdesk lists', limit: 15, windowSeconds: 60 };

/** Takes one list call for all callers. Returns when to try again if none is left. */
export const takeListCall = async (
  throttle: Pick<ThrottleStore, 'take'>,
  now: Date,
): Promise<Date | undefined> => {
  const taken = await Promise.all([
    throttle.take(HELPDESK_LISTS, now),
    throttle.take(helpdeskCalls(CALLS_OF_LIST), now),
  ]);

  return taken.find((until) => until);
};
