import type { InvitationStore } from '#functions/ports/database/mails/invitation-store.ts';
import type { PausedMailStore } from '#functions/ports/database/operations/paused-mail-store.ts';
import { formatCount } from '#shared/numbers.ts';
import { Refused } from '../refused.ts';
import type { Terminal } from '../terminal.ts';

interface InvitePorts {
  invitations: Pick<InvitationStore, 'count' | 'order'>;
  pausedMails: Pick<PausedMailStore, 'list'>;
  terminal: Terminal;
}

const HOUR_MS = 60 * 60_000;
/** Orders wait for no longer than this, so that an order that turns out wrong is not a week of mails. */
const HOURS_AHEAD = 24;
/** Small enough for a statement to be short. */
const PORTION = 100;

const tellRemaining = (remaining: number): string =>
  remaining === 0
    ? 'Nobody remains.'
    : `Remaining: ${formatCount(remaining)}. Run this again tomorrow, when these have left.`;

/**
 * Orders the invitations that leave within a day. A run that is stopped has ordered some of them, and the next one goes
 * on: a client who was invited is not counted again for seven days.
 */
export const inviteClients = async (
  { invitations, pausedMails, terminal }: InvitePorts,
  { perHour, clock }: { perHour: number; clock: () => Date },
): Promise<void> => {
  const paused = (await pausedMails.list()).find(({ share }) => share === 'invite');
  if (paused) {
    throw new Refused('Invitations are paused because too many came back: see npm run resume-mail.');
  }

  const { toInvite, waiting } = await invitations.count(clock());
  terminal.say(
    `Clients to be invited: ${formatCount(toInvite)}. Invitations that wait to be sent: ${formatCount(waiting)}.`,
  );
  const wanted = Math.min(toInvite, Math.max(perHour * HOURS_AHEAD - waiting, 0));
  if (wanted === 0) {
    terminal.say(tellRemaining(toInvite));
    return;
  }
  const isWanted = await terminal.confirm(
    `Order ${formatCount(wanted)} now, of which ${formatCount(perHour)} leave in an hour?`,
  );
  if (!isWanted) {
    throw new Refused('Nobody was invited.');
  }

  let ordered = 0;
  while (ordered < wanted) {
    const portion = await invitations.order(Math.min(PORTION, wanted - ordered), HOUR_MS / perHour, clock());
    // Somebody else invites at this moment, or nobody is left.
    if (portion === 0) {
      break;
    }
    ordered += portion;
    terminal.showProgress(`${formatCount(ordered)} of ${formatCount(wanted)} ordered`);
  }

  terminal.say('');
  const left = await invitations.count(clock());
  terminal.say(`Invitations that are ordered: ${formatCount(ordered)}. ${tellRemaining(left.toInvite)}`);
};
