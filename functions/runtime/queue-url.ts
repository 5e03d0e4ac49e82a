import * as z from 'zod';
import { QUEUES_URL_SETTING } from '#shared/job-kinds.ts';
import { readSetting, readSettings } from './settings.ts';

/** Reads the address of a queue: what all addresses begin with, and the rest, which has a setting of its own. */
export const readQueueUrl = (setting: string): string => {
  const { [QUEUES_URL_SETTING]: beginning } = readSettings({ [QUEUES_URL_SETTING]: z.string().default('') });

  return beginning + readSetting(setting);
};
