/** Identifies a repeated request: the caller's key, and a hash of the parsed request (path, query and body). */
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
   * Takes the key for this transaction; false if it was used in the last 24 hours. Waits at most 10 seconds for a key
   * that another running transaction holds, then refuses it as a conflict.
   */
  claim(key: IdempotencyKey): Promise<boolean>;
  keepAnswer(key: IdempotencyKey, answer: unknown): Promise<void>;
  findAnswer(key: IdempotencyKey): Promise<{ bodyHash: string; answer: unknown } | undefined>;
}
