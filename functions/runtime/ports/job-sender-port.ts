import { QUEUE_PATIENCE } from '#functions/adapters/aws/request-handler.ts';
import { makeJobQueue } from '#functions/adapters/aws/sqs-job-queue.ts';
import type { JobQueue } from '#functions/ports/job-queue.ts';
import { timeLeftMs } from '#functions/runtime/deadline.ts';
import { readQueueUrl } from '#functions/runtime/queue-url.ts';
import { type JobKind, queueUrlSetting } from '#shared/job-kinds.ts';

/** The queue of one kind of job. It reads only this queue's setting, which is all that its sender is granted. */
export const jobSender = (kind: JobKind): JobQueue =>
  makeJobQueue(readQueueUrl(queueUrlSetting(kind)), { ...QUEUE_PATIENCE, timeLeftMs });
