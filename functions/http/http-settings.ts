import { readSettings, requiredSetting } from '#functions/runtime/settings.ts';

/** What every route needs to know of where it runs. */
export const httpSettings = readSettings({
  PORTAL_ORIGIN: requiredSetting,
  ORIGIN_VERIFY_SECRET: requiredSetting,
  SESSION_COOKIE_NAME: requiredSetting,
});
