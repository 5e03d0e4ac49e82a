import { readInvitesPerHour } from '../invites-per-hour.ts';
import { openPausedMails } from '../open-store.ts';
import { findPortal } from '../portal-place.ts';
import { readArguments } from '../run-command.ts';
import type { Terminal } from '../terminal.ts';
import { resumeMail } from './resume-mail.ts';

/** `npm run resume-mail -- <deployment>` */
export const resumeMailCommand = async (args: readonly string[], terminal: Terminal): Promise<void> => {
  const { words } = readArguments(args, { usage: 'npm run resume-mail -- <deployment>', words: 1 });
  const [deployment = ''] = words;
  const invitesPerHour = readInvitesPerHour(deployment);
  const pausedMails = openPausedMails(await findPortal(deployment));

  await resumeMail({ pausedMails, terminal }, { invitesPerHour, clock: () => new Date() });
};
