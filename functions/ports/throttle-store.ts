export interface ThrottleBucket {
  name: string;
  limit: number;
  windowSeconds: number;
  /** The account that is counted, if it exists. */
  userId?: number;
}

export interface ThrottleStore {
  /**
   * Counts one attempt in each bucket, in one statement shared by all Lambdas, and answers when the last
   * of the blocks ends; undefined if no bucket is over its limit.
   */
  count(buckets: readonly ThrottleBucket[], now: Date): Promise<Date | undefined>;
  /** Takes back the attempt that `count` counted, because it succeeded. */
  takeBack(buckets: readonly ThrottleBucket[]): Promise<void>;
  clear(userId: number): Promise<void>;
}
