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
   * Starts a session in the place of the one that the request presented, and records the sign-in, in one statement;
   * false, and nothing is written, if the account was deactivated or deleted, or its password or role changed, since
   * they were read. What would do so now, and any other sign-in, waits until it is over.
   */
  start(session: {
    id: string;
    userId: number;
    expiresAt: Date;
    passwordHash: string;
    role: Role;
    replacedId: string | undefined;
    address: string;
  }): Promise<boolean>;
  /** Ends all but the newest sessions of an account. Of several sign-ins at once, whose asks last sees them all. */
  endOldest(userId: number, sessionsMax: number, now: Date): Promise<void>;
  end(sessionId: string): Promise<void>;
  endAllOf(userId: number): Promise<void>;
}
