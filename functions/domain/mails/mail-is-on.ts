import type { MailSettings } from '#functions/ports/mail-settings.ts';
import { AppError } from '#shared/errors.ts';

/** Refuses an act that needs a mail if the portal sends none. */
export const requireMail = ({ isOn }: MailSettings): void => {
  if (!isOn) {
    throw new AppError('conflict', 'This portal sends no mail.');
  }
};
