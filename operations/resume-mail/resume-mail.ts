import type { PausedMailStore } from '#functions/ports/database/operations/paused-mail-store.ts';
import { formatDateTime } from '#shared/dates.ts';
import { PAUSED_WORDS } from '#shared/mails/mail-shares.ts';
import { formatCount } from '#shared/numbers.ts';
import type { Terminal } from '../terminal.ts';

const HOUR_MS = 60 * 60_000;

/** Asks, for each share whose mails stand still, whether they may go on (D45). */
export const resumeMail = async (
  { pausedMails, terminal }: { pausedMails: PausedMailStore; terminal: Terminal },
  { invitesPerHour, clock }: { invitesPerHour: number; clock: () => Date },
): Promise<void> => {
  const paused = await pausedMails.list();
  if (paused.length === 0) {
    terminal.say('No mail is paused.');
    return;
  }

  for (const { share, since, waiting } of paused) {
    const isWanted = await terminal.confirm(
      `${PAUSED_WORDS[share]} since ${formatDateTime(since)}, because too many came back or were reported, and ${formatCount(waiting)} wait. Were the addresses mended? Let them go on?`,
    );
    if (isWanted) {
      await pausedMails.goOn(share, share === 'invite' ? HOUR_MS / invitesPerHour : 0, clock());
      terminal.say('They go on within a minute.');
    } else {
      terminal.say('They stay paused.');
    }
  }
};
