import type { JobKind } from '#shared/job-kinds.ts';

/** Messages of one kind of job that no worker could take to an end. */
export interface DeadLetterQueue {
  /** How many lie there, about. */
  count(): Promise<number>;
  /** At most ten at a time; `remove` takes the message out once its job is marked. */
  receive(): Promise<{ key: string; remove(): Promise<void> }[]>;
}

export type DeadLetters = Record<JobKind, Pick<DeadLetterQueue, 'receive'>>;

export type DeadLetterCounts = Record<JobKind, Pick<DeadLetterQueue, 'count'>>;
