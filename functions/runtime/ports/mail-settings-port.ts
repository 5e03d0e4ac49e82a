import * as z from 'zod';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import { readSettings } from '#functions/runtime/settings.ts';

/** The sender; empty where the portal sends no mail. */
const { MAIL_FROM } = readSettings({ MAIL_FROM: z.string() });

export const mailSettings: MailSettings = { isOn: MAIL_FROM !== '' };
