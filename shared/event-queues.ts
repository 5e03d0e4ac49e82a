export interface QueueRules {
  /** Not AWS's six times the function's timeout: a job that crashed is tried again when its message comes back. */
  visibilityTimeoutSeconds: number;
  /**
   * A job counts its own tries; this limit only catches messages that never reached that counter. A call that Lambda
   * refuses counts as a receive, so it allows half an hour of them.
   */
  maxReceiveCount: number;
  maxConcurrency: number;
}

/** The queues in which a vendor's events arrive. Their messages name no job, so they are no kind of job. */
export const eventQueues = {
  'mail-events': { visibilityTimeoutSeconds: 35, maxReceiveCount: 50, maxConcurrency: 5 },
} as const satisfies Record<string, QueueRules>;

export type EventQueue = keyof typeof eventQueues;

export const EVENT_QUEUES = Object.keys(eventQueues) as EventQueue[];
