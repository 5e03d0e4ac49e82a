export interface ThrottleBucket {
  /** A fingerprint: an address, or an identifier that matches no account, is stored nowhere. */
  name: string;
  limit: number;
  windowSeconds: number;
  /** The account that is counted, if it exists. */
  userId?: number;
}

export interface ThrottleStore {
  /**
   * Counts one attempt in one statement shared by all Lambdas and answers when the block ends, or undefined if
   * there is none. Buckets come from the narrowest to the widest: what one refuses is not counted in the next,
   * so that whoever goes on trying after a block cannot block others.
   */
  count(buckets: readonly ThrottleBucket[], now: Date): Promise<Date | undefined>;
  /** Takes back the attempt that `count` counted, because it succeeded. */
  takeBack(buckets: readonly ThrottleBucket[]): Promise<void>;
  clear(userId: number): Promise<void>;
}
