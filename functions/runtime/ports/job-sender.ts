import { makeJobQueue } from '#functions/adapters/aws/job-queue.ts';
import { QUEUE_PATIENCE } from '#functions/adapters/aws/request-handler.ts';
import type { JobQueue } from '#functions/ports/job-queue.ts';
import { type JobKind, queueUrlSetting } from '#shared/job-kinds.ts';
import { timeLeftMs } from '../deadline.ts';
import { readSetting } from '../settings.ts';

/** The queue of one kind of job. It reads the setting of this queue alone, which is all that its sender is granted. */
export const jobSender = (kind: JobKind): JobQueue =>
  makeJobQueue(readSetting(queueUrlSetting(kind)), { ...QUEUE_PATIENCE, timeLeftMs });
