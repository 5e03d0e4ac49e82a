import type { Role } from '#shared/contract/fields.ts';

/** Who is calling: read anew from the database at each request. */
export interface SessionUser {
  userId: number;
  role: Role;
  sessionId: string;
  /** Where the call came from, as CloudFront saw it. */
  address: string;
}

export interface SessionStore {
  /** The user of a session that has not ended, if the account still exists and is active. */
  findUser(sessionId: string, now: Date): Promise<{ userId: number; role: Role } | undefined>;
  /**
   * Starts a session in the running transaction; false if the account was deactivated or deleted, or its password
   * or role changed, since they were read. What would do so now waits until the transaction is over.
   */
  start(session: {
    id: string;
    userId: number;
    expiresAt: Date;
    passwordHash: string;
    role: Role;
  }): Promise<boolean>;
  end(sessionId: string): Promise<void>;
  endAllOf(userId: number): Promise<void>;
}
