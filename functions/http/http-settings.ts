import { adminSecondFactor } from '#functions/runtime/ports/factor-settings-port.ts';
import { readSettings, requiredSetting } from '#functions/runtime/settings.ts';

/** The settings of the deployment that every route needs. */
export const httpSettings = readSettings({
  PORTAL_ORIGIN: requiredSetting,
  ORIGIN_VERIFY_SECRET: requiredSetting,
  /** Also accepted while one secret replaces another. */
  ORIGIN_VERIFY_OTHER_SECRET: requiredSetting.optional(),
  SESSION_COOKIE_NAME: requiredSetting,
  ADMIN_SECOND_FACTOR: adminSecondFactor,
});
