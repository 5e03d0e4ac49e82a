import { Logger } from '@aws-lambda-powertools/logger';
import * as z from 'zod';
import { readSettings } from './settings.ts';

const { BUNDLE } = readSettings({ BUNDLE: z.string().default('local') });

export const log = new Logger({ persistentKeys: { bundle: BUNDLE } });
