import type { JobKind } from '#shared/job-kinds.ts';

/** Messages of one kind of job that no worker could finish. */
export interface DeadLetterQueue {
  /** The approximate number of messages. */
  count(): Promise<number>;
  /** Receives at most ten messages; `remove` deletes a message once its job is marked. */
  receive(): Promise<{ key: string; remove(): Promise<void> }[]>;
}

export type DeadLetters = Record<JobKind, Pick<DeadLetterQueue, 'receive'>>;

export type DeadLetterCounts = Record<JobKind, Pick<DeadLetterQueue, 'count'>>;
