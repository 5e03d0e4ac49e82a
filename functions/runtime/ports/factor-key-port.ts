import { makeSecretReader, SECRET_PATIENCE } from '#functions/adapters/aws/secrets-manager.ts';
import { makeFactorKey } from '#functions/adapters/otpauth/otpauth-factor-key.ts';
import { timeLeftMs } from '#functions/runtime/deadline.ts';
import { readSettings, requiredSetting } from '#functions/runtime/settings.ts';

const settings = readSettings({ FACTOR_KEY_SECRET_ARN: requiredSetting });

export const factorKey = makeFactorKey(
  makeSecretReader(settings.FACTOR_KEY_SECRET_ARN, { ...SECRET_PATIENCE, timeLeftMs }),
);
