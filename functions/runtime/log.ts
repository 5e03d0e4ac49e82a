import { Logger } from '@aws-lambda-powertools/logger';
import * as z from 'zod';
import { readSettings } from './settings.ts';

const { COMMIT } = readSettings({ COMMIT: z.string().default('local') });

export const log = new Logger({ persistentKeys: { commit: COMMIT } });
