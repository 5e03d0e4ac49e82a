import { readSettings, requiredSetting } from '#functions/runtime/settings.ts';

/** What every route needs to know of where it runs. */
export const httpSettings = readSettings({
  PORTAL_ORIGIN: requiredSetting,
  ORIGIN_VERIFY_SECRET: requiredSetting,
  /** Taken as well, while one secret replaces another. */
  ORIGIN_VERIFY_OTHER_SECRET: requiredSetting.optional(),
  SESSION_COOKIE_NAME: requiredSetting,
});
