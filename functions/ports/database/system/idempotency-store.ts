/** Identifies a repeated request: the caller's key, and a hash of the parsed request (path, query and body). */
export interface OnceKey {
  key: string;
  bodyHash: string;
}

export interface IdempotencyKey extends OnceKey {
  userId: number;
  route: string;
}

/** The accounts that an answer names: those with these ids, and those of a record. */
export interface AnswerAbout {
  userIds: readonly number[];
  /** A closing has its month as its id. */
  record?: { kind: 'invoice' | 'payment' | 'closing'; id: number | string } | undefined;
}

/** For a kept id, with which the answer is read again. */
export const NAMES_NOBODY: AnswerAbout = { userIds: [] };

export interface IdempotencyStore {
  /**
   * Takes the key for this transaction; false if it was used in the last 24 hours. Waits at most 10 seconds for a key
   * that another running transaction holds, then refuses it as a conflict.
   */
  claim(key: IdempotencyKey): Promise<boolean>;
  /** The answer goes with the first of the accounts that it names (D11). */
  keepAnswer(key: IdempotencyKey, answer: unknown, about: AnswerAbout): Promise<void>;
  /** Undefined if an account that the answer named was deleted. */
  findAnswer(key: IdempotencyKey): Promise<{ bodyHash: string; answer: unknown } | undefined>;
}
