import type { Role } from '#shared/contract/fields.ts';
import type { SecondStepWay } from '#shared/errors.ts';

/** 2 after a second factor (D47). */
export type SessionLevel = 1 | 2;

/** The signed-in user of a request, read from the database for each request. */
export interface SessionUser {
  userId: number;
  role: Role;
  sessionId: string;
  /** The level that a session of this role needs. */
  levelMin: number;
  /** True on a route that needs proof if the user may do without, or gave it within the last ten minutes (D48). */
  isProven: boolean;
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
  level: SessionLevel;
  /** True while the second step of the sign-in is open. */
  isSecondStepOpen: boolean;
  provedAt: Date;
}

export interface SessionStore {
  /**
   * Returns the user of a session that has not ended, if the account still exists and is active. An administrator's
   * session has ended if it was not used for two hours.
   */
  findUser(sessionId: string, now: Date): Promise<FoundSession | undefined>;
  /** Returns the ways in which the account can take a second step. */
  listWays(userId: number): Promise<SecondStepWay[]>;
  /** Writes that the session was used; does nothing while another statement has its row locked. */
  noteUse(sessionId: string, now: Date): Promise<void>;
  end(sessionId: string): Promise<void>;
  endAllOf(userId: number): Promise<void>;
}
