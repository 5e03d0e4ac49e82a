import type { LatelySent, MailEventStore } from '#functions/ports/database/mails/mail-event-store.ts';
import type { BrakedShare } from '#shared/mails/mail-shares.ts';
import { countedAddress } from './counted-address.ts';

/** A brake looks at the newest mails of its share (D45). */
const MAILS_COUNTED = 500;

/**
 * A share stops at this number of accounts, each mailbox counted once, if they are also this part of all that were written
 * to. AWS looks into an
 * account at 5 % of bounces, and at 0.1 % of complaints.
 */
const LIMITS = {
  bounced: { accounts: 5, part: 0.04 },
  complained: { accounts: 3, part: 0.001 },
} as const;

type Back = keyof typeof LIMITS;

const STATES = Object.keys(LIMITS) as Back[];

/** True if too many mailboxes are behind mails of this state; several accounts may have one mailbox. */
const isOver = ({ mails }: LatelySent, state: Back): boolean => {
  const countBoxes = (counted: LatelySent['mails']) =>
    new Set(counted.map(({ recipient }) => countedAddress(recipient))).size;
  const back = countBoxes(mails.filter((mail) => mail.state === state));

  return back >= LIMITS[state].accounts && back >= LIMITS[state].part * countBoxes(mails);
};

/** The mails that came back or were reported, of each account by its number. */
export type MailsBack = Record<string, number>;

const countBack = ({ mails }: LatelySent): MailsBack => {
  const counts: MailsBack = {};
  for (const { owNumber } of mails.filter(({ state }) => STATES.some((back) => back === state))) {
    counts[owNumber] = (counts[owNumber] ?? 0) + 1;
  }

  return counts;
};

/**
 * Stops the mails of a share if too many of its newest ones came back or were reported; returns whose they were if this
 * call did. It runs after the commit of what it counts, so that of two at the same moment the later one sees both.
 */
export const applyBrake = async (
  mailEvents: Pick<MailEventStore, 'listLately' | 'pause'>,
  share: BrakedShare,
  now: Date,
): Promise<MailsBack | undefined> => {
  const lately = await mailEvents.listLately(share, MAILS_COUNTED);
  const isStopped =
    STATES.some((state) => isOver(lately, state)) && (await mailEvents.pause(share, lately, now));

  return isStopped ? countBack(lately) : undefined;
};
