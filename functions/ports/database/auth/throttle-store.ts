export interface ThrottleBucket {
  /** A fingerprint, unless the name is a User_Id alone: addresses and identifiers of nobody are stored nowhere. */
  name: string;
  limit: number;
  windowSeconds: number;
  /** The account that is counted, if it exists. */
  userId?: number;
}

/** What calls of the helpdesk can be about: a ticket, a message of ours, or the contact of an account. */
export type HelpdeskObjectKind = 'ticket' | 'message' | 'contact';

/** Counts the faults of calls about single objects, and for each object its own: faults within a window are in a row. */
export const HELPDESK_FAULTS = { name: 'helpdesk faults', limit: 1, windowSeconds: 60 };
export const helpdeskFaultOf = (kind: HelpdeskObjectKind) => `helpdesk fault of ${kind} `;

export interface ThrottledAttempt {
  /** From the narrowest to the widest. */
  buckets: readonly ThrottleBucket[];
  /** Counts successes and never takes one back; once it is used up, every attempt is refused. */
  quota?: ThrottleBucket;
  /** For the audit log. */
  address: string;
}

export interface ThrottleStore {
  /**
   * Counts one attempt in one statement shared by all Lambdas and answers when the block ends, or undefined if
   * there is none. What one bucket refuses is not counted in the next, so that whoever goes on trying after a block
   * cannot block others. Where an account's bucket begins to refuse, the audit log says so.
   */
  count(attempt: ThrottledAttempt, now: Date): Promise<Date | undefined>;
  /**
   * Takes back the attempt that `count` counted, because it succeeded, and counts it in the quota instead; answers
   * when the quota ends if others, who came at the same moment, have used it up.
   */
  countSuccess(attempt: Required<ThrottledAttempt>, now: Date): Promise<Date | undefined>;
  /** Takes one from a bucket that all callers share; answers when its window ends if nothing is left in it. */
  take(bucket: ThrottleBucket, now: Date): Promise<Date | undefined>;
  /** Gives one back that `take` took from a bucket and that was not used. */
  giveBack(bucket: ThrottleBucket): Promise<void>;
  clear(userId: number): Promise<void>;
}
