import { makeSecretReader, SECRET_PATIENCE } from '#functions/adapters/aws/secrets.ts';
import { makeSessionTokens } from '#functions/adapters/crypto/session-tokens.ts';
import { timeLeftMs } from '../deadline.ts';
import { readSettings, requiredSetting } from '../settings.ts';

const settings = readSettings({ SESSION_KEY_SECRET_ARN: requiredSetting });

export const sessionTokens = makeSessionTokens(
  makeSecretReader(settings.SESSION_KEY_SECRET_ARN, { ...SECRET_PATIENCE, timeLeftMs }),
);
