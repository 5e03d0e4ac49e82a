import * as z from 'zod';
import type { MailPace } from '#functions/ports/mail-settings.ts';
import { readSettings, requiredSetting } from '#functions/runtime/settings.ts';

const count = z.coerce.number().int().positive();

const settings = readSettings({
  MAIL_RATE_PER_SECOND: count,
  MAIL_LINKS_PER_HOUR: count,
  MAIL_INVITES_PER_HOUR: count,
  PORTAL_ORIGIN: requiredSetting,
});

export const mailPace: MailPace = {
  ratePerSecond: settings.MAIL_RATE_PER_SECOND,
  linkMailsPerHour: settings.MAIL_LINKS_PER_HOUR,
  invitesPerHour: settings.MAIL_INVITES_PER_HOUR,
  portalOrigin: settings.PORTAL_ORIGIN,
};
