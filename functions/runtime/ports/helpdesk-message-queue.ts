import { makeJobQueue } from '#functions/adapters/aws/job-queue.ts';
import { QUEUE_PATIENCE } from '#functions/adapters/aws/request-handler.ts';
import { queueUrlSetting } from '#shared/job-kinds.ts';
import { timeLeftMs } from '../deadline.ts';
import { readSetting } from '../settings.ts';

export const helpdeskMessageQueue = makeJobQueue(readSetting(queueUrlSetting('helpdesk-message')), {
  ...QUEUE_PATIENCE,
  timeLeftMs,
});
