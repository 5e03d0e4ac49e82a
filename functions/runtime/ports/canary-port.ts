import * as z from 'zod';
import { makeSecretReader, SECRET_PATIENCE } from '#functions/adapters/aws/secrets-manager.ts';
import { makeCanary } from '#functions/adapters/portal/http-canary.ts';
import { timeLeftMs } from '#functions/runtime/deadline.ts';
import { readSettings, requiredSetting } from '#functions/runtime/settings.ts';

const settings = readSettings({ PORTAL_ADDRESS: z.url(), CANARY_PASSWORD_SECRET_ARN: requiredSetting });

export const canary = makeCanary(
  settings.PORTAL_ADDRESS,
  makeSecretReader(settings.CANARY_PASSWORD_SECRET_ARN, { ...SECRET_PATIENCE, timeLeftMs }),
);
