import * as z from 'zod';
import { makeSesMailer, SES_PATIENCE } from '#functions/adapters/aws/ses-mailer.ts';
import type { Mailer } from '#functions/ports/mailer.ts';
import { timeLeftMs } from '#functions/runtime/deadline.ts';
import { readSettings } from '#functions/runtime/settings.ts';

/** Makes the mailer that sends through a configuration set; undefined where the portal sends no mail. */
export const makeMailer = (configurationSet: string): Mailer | undefined => {
  const { MAIL_FROM: from, MAIL_REPLY_TO: replyTo } = readSettings({
    /** Empty if the portal sends no mail. */
    MAIL_FROM: z.string(),
    /** Empty if answers go to the sender. */
    MAIL_REPLY_TO: z.string(),
  });

  return from === ''
    ? undefined
    : makeSesMailer({ from, replyTo, configurationSet }, { ...SES_PATIENCE, timeLeftMs });
};
