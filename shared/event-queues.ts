export interface QueueRules {
  visibilityTimeoutSeconds: number;
  /** A job counts its own tries; this limit only catches messages that never reached that counter. */
  maxReceiveCount: number;
  maxConcurrency: number;
}

/** The queues in which a vendor's events arrive. Their messages name no job, so they are no kind of job. */
export const eventQueues = {
  'mail-events': { visibilityTimeoutSeconds: 35, maxReceiveCount: 10, maxConcurrency: 5 },
} as const satisfies Record<string, QueueRules>;

export type EventQueue = keyof typeof eventQueues;

export const EVENT_QUEUES = Object.keys(eventQueues) as EventQueue[];
