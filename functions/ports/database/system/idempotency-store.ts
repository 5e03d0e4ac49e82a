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

/** For a write that keeps at most an id. */
export const NAMES_NOBODY: AnswerAbout = { userIds: [] };

export interface IdempotencyStore {
  /**
   * Runs a write of an open transaction once under its key, and keeps what it returns, unless that is undefined. A repeat
   * in the next 24 hours gets what was kept, or 422 if its content differs; while the first still runs it waits at most
   * 10 seconds, then gets 409. A refusal or fault rolls the key back with the write. Nothing was written then, so the key
   * may be used again, even for other content (D26). What was kept goes with the first account that it names (D11): the
   * write then runs again and meets the missing record. Without a key each request writes.
   */
  runOnce<Kept>(
    key: IdempotencyKey | undefined,
    about: AnswerAbout,
    write: () => Promise<Kept>,
  ): Promise<{ kept: Kept; isRepeated: boolean }>;
  /** Keeps the answer of a request that commits twice, under the key with which its first write ran. */
  keepAnswer(key: IdempotencyKey, answer: unknown, about: AnswerAbout): Promise<void>;
}
