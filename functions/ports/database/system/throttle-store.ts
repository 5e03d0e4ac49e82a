export interface ThrottleBucket {
  /**
   * A fingerprint, unless the name is only a User_Id: addresses, and identifiers that match no account, are stored
   * nowhere.
   */
  name: string;
  limit: number;
  windowSeconds: number;
  /** The account that is counted, if it exists. */
  userId?: number;
}

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
   * Counts one attempt, in one statement and for all Lambdas together, and returns when the block ends, or undefined
   * if there is none. An attempt that one bucket refuses is not counted in the next, so that a blocked caller who
   * goes on trying cannot block others. When an account's bucket starts to refuse, the audit log says so.
   */
  count(attempt: ThrottledAttempt, now: Date): Promise<Date | undefined>;
  /**
   * Takes back the attempt that `count` counted, because it succeeded, and counts it in the quota instead; returns
   * when the quota ends if simultaneous attempts have used it up.
   */
  countSuccess(attempt: Required<ThrottledAttempt>, now: Date): Promise<Date | undefined>;
  /** Takes one from a bucket that all callers share; returns when its window ends if nothing is left in it. */
  take(bucket: ThrottleBucket, now: Date): Promise<Date | undefined>;
  /** Puts back one that `take` took from a bucket and that was not used. */
  giveBack(bucket: ThrottleBucket): Promise<void>;
  /** True if a bucket was counted in and its window has not ended. */
  isCounting(name: string, now: Date): Promise<boolean>;
  /** Deletes the counters of an account, and locks them in the order of their limits. */
  clear(userId: number, limits: readonly number[]): Promise<void>;
}
