import type { MailSettings } from '#functions/ports/mail-settings.ts';
import { AppError } from '#shared/errors.ts';

/** Refuses what needs a mail where the portal sends none. */
export const requireMail = ({ isOn }: MailSettings): void => {
  if (!isOn) {
    throw new AppError('conflict', 'This portal sends no mail.');
  }
};
