import { readInvitesPerHour } from '../invites-per-hour.ts';
import { openInvitations, openPausedMails } from '../open-store.ts';
import { findPortal } from '../portal-place.ts';
import { readArguments } from '../run-command.ts';
import type { Terminal } from '../terminal.ts';
import { inviteClients } from './invite-clients.ts';

/** `npm run invite -- <deployment>` */
export const inviteCommand = async (args: readonly string[], terminal: Terminal): Promise<void> => {
  const { words } = readArguments(args, { usage: 'npm run invite -- <deployment>', words: 1 });
  const [deployment = ''] = words;
  const perHour = readInvitesPerHour(deployment);
  const place = await findPortal(deployment);

  await inviteClients(
    { invitations: openInvitations(place), pausedMails: openPausedMails(place), terminal },
    { perHour, clock: () => new Date() },
  );
};
