export interface ThrottleBucket {
  /** A fingerprint, or only a User_Id, because addresses and identifiers that match no account are never stored. */
  name: string;
  limit: number;
  windowSeconds: number;
  /** The account that is counted, if it exists. */
  userId?: number;
  /** How much is taken at a time; one by default. */
  units?: number;
  /** True if `fill` sets the limit, and `limit` counts only before. */
  isFilled?: true;
}

/** What is left of a bucket by somebody else's count. */
export interface BucketFill {
  limit: number;
  count: number;
  /** When the window ends, if that is known. */
  endsAt?: Date | undefined;
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
   * Moves a successful attempt from the buckets that `count` counted it in to the quota. Returns the quota's end if
   * parallel attempts have used it up.
   */
  countSuccess(attempt: Required<ThrottledAttempt>, now: Date): Promise<Date | undefined>;
  /** Takes from a bucket that all callers share; returns the end of its window if the bucket is empty. */
  take(bucket: ThrottleBucket, now: Date): Promise<Date | undefined>;
  /** Puts back what was taken from a bucket and not used. */
  giveBack(bucket: ThrottleBucket): Promise<void>;
  /** Sets a bucket's limit, and its count if that is higher than our own or belongs to a new window. */
  fill(bucket: ThrottleBucket, filled: BucketFill, now: Date): Promise<void>;
  /** True if the bucket has a count and its window has not ended. */
  isCounting(name: string, now: Date): Promise<boolean>;
  /** Deletes the counters of an account, and locks them in the order of their limits. */
  clear(userId: number, limits: readonly number[]): Promise<void>;
}
