import type { JobKind } from '#shared/job-kinds.ts';

/** Where the messages of one kind of job wait for a worker. */
export interface JobQueue {
  /** Names the job to a worker, by its key. */
  send(key: string): Promise<void>;
  /** Rejects if the queue does not answer. */
  check(): Promise<void>;
}

/** What sends a kind's jobs. */
export type JobSender = Pick<JobQueue, 'send'>;

export type JobQueues = Record<JobKind, JobSender>;

/** What asks whether the queues answer. */
export type QueueChecks = Record<JobKind, Pick<JobQueue, 'check'>>;
