import type { JobKind } from '#shared/job-kinds.ts';

/** The queue of one kind of job. */
export interface JobQueue {
  /** Sends a job to a worker, by its key. A job whose message is lost is sent by the sweep. */
  send(key: string): Promise<void>;
  /** Rejects if the queue does not answer. */
  check(): Promise<void>;
}

/** Sends the jobs of one kind. */
export type JobSender = Pick<JobQueue, 'send'>;

export type JobQueues = Record<JobKind, JobSender>;

/** Checks that the queues answer, by kind of job. */
export type QueueChecks = Record<JobKind, Pick<JobQueue, 'check'>>;
