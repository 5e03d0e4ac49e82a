export interface IdempotencyKey {
  userId: number;
  route: string;
  key: string;
  bodyHash: string;
}

export interface IdempotencyStore {
  /**
   * Takes the key for this transaction; 'claimed' if it was free. A key that another running transaction
   * holds is waited for, at most 10 seconds, then 'busy'.
   */
  claim(key: IdempotencyKey): Promise<'claimed' | 'taken' | 'busy'>;
  keepAnswer(key: IdempotencyKey, answer: unknown): Promise<void>;
  findAnswer(key: IdempotencyKey): Promise<{ bodyHash: string; answer: unknown } | undefined>;
}
