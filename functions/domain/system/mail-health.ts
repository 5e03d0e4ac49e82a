import type { MailAccountState } from '#functions/ports/mailer.ts';
import type { HealthState } from '#shared/contract/users.ts';

/** Down while no mail leaves; 'Degraded' as long as mail only goes to addresses of our own. */
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

/** Returns how much of the mails of 24 hours is used. */
export const percentOfQuota = ({ sentIn24Hours, quota }: MailAccountState): number =>
  sentIn24Hours >= quota ? 100 : Math.floor((100 * sentIn24Hours) / quota);
