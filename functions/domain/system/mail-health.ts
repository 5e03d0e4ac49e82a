import type { MailAccountState } from '#functions/ports/mailer.ts';
import type { HealthState } from '#shared/contract/users.ts';

/** 'Down' while no mail leaves; 'Degraded' while mail goes only to addresses of our own. */
export const stateOfMail = ({
  isInProduction,
  isSending,
  sentIn24Hours,
  quota,
}: MailAccountState): HealthState => {
  if (!isSending || sentIn24Hours >= quota) {
    return 'Down';
  }

  return isInProduction ? 'Good' : 'Degraded';
};

/** Returns the used part of the quota of 24 hours, in percent. */
export const percentOfQuota = ({ sentIn24Hours, quota }: MailAccountState): number =>
  sentIn24Hours >= quota ? 100 : Math.floor((100 * sentIn24Hours) / quota);
