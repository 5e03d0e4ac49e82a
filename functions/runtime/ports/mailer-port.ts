import * as z from 'zod';
import { makeSesMailer, SES_PATIENCE } from '#functions/adapters/aws/ses-mailer.ts';
import type { Mailer } from '#functions/ports/mailer.ts';
import { timeLeftMs } from '#functions/runtime/deadline.ts';
import { readSettings, requiredSetting } from '#functions/runtime/settings.ts';

const settings = readSettings({
  /** Empty if the portal sends no mail. */
  MAIL_FROM: z.string(),
  /** Empty if answers go to the sender. */
  MAIL_REPLY_TO: z.string(),
  MAIL_CONFIGURATION_SET: requiredSetting,
});

export const mailer: Mailer | undefined =
  settings.MAIL_FROM === ''
    ? undefined
    : makeSesMailer(
        {
          from: settings.MAIL_FROM,
          replyTo: settings.MAIL_REPLY_TO,
          configurationSet: settings.MAIL_CONFIGURATION_SET,
        },
        { ...SES_PATIENCE, timeLeftMs },
      );
