import type { Device } from '#functions/ports/user-agents.ts';
import type { Role } from '#shared/contract/fields.ts';

/** The signed-in user of a request, read from the database for each request. */
export interface SessionUser {
  userId: number;
  role: Role;
  sessionId: string;
  /** The address of the caller, as CloudFront saw it. */
  address: string;
  /** The moment at which the session is checked. */
  checkedAt: Date;
}

/** A session that has not ended, with its user. */
export interface FoundSession {
  userId: number;
  role: Role;
  /** True until the user replaces a password that somebody else set (D49). */
  mustChangePassword: boolean;
  lastUsedAt: Date;
}

export interface SessionStore {
  /** Returns the user of a session that has not ended, if the account still exists and is active. */
  findUser(sessionId: string, now: Date): Promise<FoundSession | undefined>;
  /** Writes that the session was used; does nothing while another statement has its row locked. */
  noteUse(sessionId: string, now: Date): Promise<void>;
  /**
   * Records the sign-in and starts a session in place of the one that the request presented, in one statement.
   * Returns how many sessions the account has by then, which may include the replaced one. Returns undefined and writes
   * nothing if the account was deactivated or deleted, or got another password or role, since it was read. Such changes
   * and other sign-ins wait until the statement ends.
   */
  start(
    session: Device & {
      id: string;
      userId: number;
      expiresAt: Date;
      passwordHash: string;
      role: Role;
      replacedId: string | undefined;
      /** Cut before it is stored. */
      address: string;
    },
  ): Promise<number | undefined>;
  /**
   * Ends all but the newest sessions of an account. Of several simultaneous sign-ins, the last to call this sees them
   * all.
   */
  endOldest(userId: number, sessionsMax: number, now: Date): Promise<void>;
  end(sessionId: string): Promise<void>;
  endAllOf(userId: number): Promise<void>;
}
