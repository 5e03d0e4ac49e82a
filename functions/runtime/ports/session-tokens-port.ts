import { makeSecretReader, SECRET_PATIENCE } from '#functions/adapters/aws/secrets-manager.ts';
import { makeSessionTokens } from '#functions/adapters/crypto/jose-session-tokens.ts';
import { timeLeftMs } from '#functions/runtime/deadline.ts';
import { readSettings, requiredSetting } from '#functions/runtime/settings.ts';

const settings = readSettings({ SESSION_KEY_SECRET_ARN: requiredSetting });

export const sessionTokens = makeSessionTokens(
  makeSecretReader(settings.SESSION_KEY_SECRET_ARN, { ...SECRET_PATIENCE, timeLeftMs }),
);
