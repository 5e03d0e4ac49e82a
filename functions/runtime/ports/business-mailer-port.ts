import { readSettings, requiredSetting } from '#functions/runtime/settings.ts';
import { makeMailer } from '../mailer-settings.ts';

const settings = readSettings({ MAIL_BUSINESS_CONFIGURATION_SET: requiredSetting });

export const businessMailer = makeMailer(settings.MAIL_BUSINESS_CONFIGURATION_SET);
