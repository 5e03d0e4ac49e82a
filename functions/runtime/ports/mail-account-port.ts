import * as z from 'zod';
import { makeSesAccount } from '#functions/adapters/aws/ses-account.ts';
import { SES_PATIENCE } from '#functions/adapters/aws/ses-mailer.ts';
import type { MailAccount } from '#functions/ports/mailer.ts';
import { timeLeftMs } from '#functions/runtime/deadline.ts';
import { readSettings } from '#functions/runtime/settings.ts';

/** Empty if the portal sends no mail. */
const { MAIL_FROM } = readSettings({ MAIL_FROM: z.string() });

export const mailAccount: MailAccount | undefined =
  MAIL_FROM === '' ? undefined : makeSesAccount({ ...SES_PATIENCE, timeLeftMs });
