import { makeCommonPasswords } from '#functions/adapters/crypto/listed-common-passwords.ts';
import { readSettings, requiredSetting } from '#functions/runtime/settings.ts';

const settings = readSettings({ COMMON_PASSWORDS_FILE: requiredSetting });

export const commonPasswords = makeCommonPasswords(settings.COMMON_PASSWORDS_FILE);
