import * as z from 'zod';
import { makeSecretReader, SECRET_PATIENCE } from '#functions/adapters/aws/secrets.ts';
import { makeCanary } from '#functions/adapters/portal/canary.ts';
import { timeLeftMs } from '../deadline.ts';
import { readSettings, requiredSetting } from '../settings.ts';

const settings = readSettings({ PORTAL_ADDRESS: z.url(), CANARY_PASSWORD_SECRET_ARN: requiredSetting });

export const canary = makeCanary(
  settings.PORTAL_ADDRESS,
  makeSecretReader(settings.CANARY_PASSWORD_SECRET_ARN, { ...SECRET_PATIENCE, timeLeftMs }),
);
