import type { EventQueue } from '#shared/event-queues.ts';
import type { JobKind } from '#shared/job-kinds.ts';

/** Messages of one queue that no worker could finish. */
export interface DeadLetterQueue {
  /** The approximate number of messages. */
  count(): Promise<number>;
  /** Receives at most ten messages; `remove` deletes a message once its job is marked. */
  receive(): Promise<{ key: string; remove(): Promise<void> }[]>;
}

export type DeadLetters = Record<JobKind, Pick<DeadLetterQueue, 'receive'>>;

/** A deployment that does not call a vendor has no queue of its events. */
export type DeadLetterCounts = Record<JobKind, Pick<DeadLetterQueue, 'count'>> &
  Partial<Record<EventQueue, Pick<DeadLetterQueue, 'count'>>>;
