import { INVITES_PER_HOUR } from '#shared/mails/mail-shares.ts';
import { LOCAL, readNamedDeployment } from './named-deployment.ts';
import { Refused } from './refused.ts';

/** Returns how many invitations leave in an hour; refuses a portal that sends no mail. */
export const readInvitesPerHour = (deployment: string): number => {
  if (deployment === LOCAL) {
    return INVITES_PER_HOUR;
  }
  const { mailFrom, mailInvitesPerHour } = readNamedDeployment(deployment);
  if (mailFrom === undefined) {
    throw new Refused(`${deployment} sends no mail: its file has no mailFrom.`);
  }

  return mailInvitesPerHour;
};
