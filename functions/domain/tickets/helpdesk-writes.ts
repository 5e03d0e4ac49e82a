import type { ThrottleBucket } from '#functions/ports/database/auth/throttle-store.ts';
import type { SupportSettings } from '#functions/ports/support-settings.ts';

/** The minute's writes of all clients to the helpdesk (D21). */
export const writesOfAll = ({
  writesPerMinute,
}: Pick<SupportSettings, 'writesPerMinute'>): ThrottleBucket => ({
  name: 'helpdesk writes',
  limit: writesPerMinute,
  windowSeconds: 60,
});
