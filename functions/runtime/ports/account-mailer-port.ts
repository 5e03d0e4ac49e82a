import { readSettings, requiredSetting } from '#functions/runtime/settings.ts';
import { makeMailer } from '../mailer-settings.ts';

const settings = readSettings({ MAIL_ACCOUNT_CONFIGURATION_SET: requiredSetting });

export const accountMailer = makeMailer(settings.MAIL_ACCOUNT_CONFIGURATION_SET);
