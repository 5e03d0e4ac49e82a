import type { ThrottleBucket, ThrottleStore } from '#functions/ports/database/system/throttle-store.ts';
import type { SupportSettings } from '#functions/ports/support-settings.ts';

/** The minute's writes of all clients to the helpdesk (D21). */
export const writesOfAll = ({
  writesPerMinute,
}: Pick<SupportSettings, 'writesPerMinute'>): ThrottleBucket => ({
  name: 'helpdesk writes',
  limit: writesPerMinute,
  windowSeconds: 60,
});

/** The helpdesk's smallest plan allows 20 calls of its lists a minute; the rest is left to its agents. */
const HELPDESK_LISTS: ThrottleBucket = { name: 'helpdesk lists', limit: 15, windowSeconds: 60 };

/** Takes one list call from the share of all callers. Returns when to try again if none is left. */
export const takeListCall = (throttle: Pick<ThrottleStore, 'take'>, now: Date): Promise<Date | undefined> =>
  throttle.take(HELPDESK_LISTS, now);
