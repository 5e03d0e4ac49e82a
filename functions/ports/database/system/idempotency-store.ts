/** What makes a repeated request known: the caller's key, and a hash of what was asked. */
export interface OnceKey {
  key: string;
  bodyHash: string;
}

export interface IdempotencyKey extends OnceKey {
  userId: number;
  route: string;
}

export interface IdempotencyStore {
  /**
   * Takes the key for this transaction; false if it was used in the last 24 hours. A key that another running
   * transaction holds is waited for, at most 10 seconds, then refused as a conflict.
   */
  claim(key: IdempotencyKey): Promise<boolean>;
  keepAnswer(key: IdempotencyKey, answer: unknown): Promise<void>;
  findAnswer(key: IdempotencyKey): Promise<{ bodyHash: string; answer: unknown } | undefined>;
}
