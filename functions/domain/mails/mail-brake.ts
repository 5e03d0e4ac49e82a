import type { LatelySent, MailEventStore } from '#functions/ports/database/mails/mail-event-store.ts';
import type { BrakedShare } from '#shared/mail-shares.ts';

/** A brake looks at the newest mails of its share (D45). */
const MAILS_COUNTED = 500;

/**
 * A share stops at this number of accounts if they are also this part of all that were written to. AWS looks into an
 * account at 5 % of bounces, and at 0.1 % of complaints.
 */
const LIMITS = {
  bounced: { accounts: 5, part: 0.04 },
  complained: { accounts: 3, part: 0.001 },
} as const;

const isOver = (lately: LatelySent): boolean =>
  (['bounced', 'complained'] as const).some(
    (state) =>
      lately[state] >= LIMITS[state].accounts && lately[state] >= LIMITS[state].part * lately.accounts,
  );

/**
 * Stops the mails of a share if too many of its newest ones came back or were reported; returns true if this call did.
 * It runs after the commit of what it counts, so that of two at the same moment the later one sees both.
 */
export const applyBrake = async (
  mailEvents: Pick<MailEventStore, 'countLately' | 'pause'>,
  share: BrakedShare,
  now: Date,
): Promise<boolean> => {
  const lately = await mailEvents.countLately(share, MAILS_COUNTED);

  return isOver(lately) && (await mailEvents.pause(share, lately, now));
};
