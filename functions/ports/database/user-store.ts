import type { User } from '#shared/contract/auth.ts';
import type { UserDetail, UserEdit } from '#shared/contract/users.ts';
import type { RouteAudit } from './journal-store.ts';

export interface Credentials {
  user: User;
  passwordHash: string;
}

export interface UserStore {
  find(userId: number, now: Date): Promise<UserDetail | undefined>;
  /** As `find`, for somebody else: the reading of an account that is there stands in the audit log. */
  read(userId: number, audit: RouteAudit, now: Date): Promise<UserDetail | undefined>;
  /** Finds an account by its email address or OW number, in ASCII and without regard to case. */
  findCredentials(identifier: string): Promise<Credentials | undefined>;
  /** Stores the same password with today's parameters, unless another password was set meanwhile. */
  renewPasswordHash(userId: number, hash: { outdated: string; renewed: string }): Promise<void>;
  /**
   * Keeps the account and every active administrator from changing until the running transaction is over.
   * Undefined if there is no such account.
   */
  lockWithAdmins(userId: number): Promise<{ isActiveAdmin: boolean; otherActiveAdmins: number } | undefined>;
  /**
   * Changes the given fields alone and names those that now differ; a new email address is not verified.
   * Undefined if there is no such account or, where a version is given, if the account is at another one by now.
   * Refuses an email address that another account has.
   */
  edit(
    userId: number,
    edit: UserEdit,
    expected: { version: number | undefined; now: Date },
  ): Promise<{ user: UserDetail; changed: (keyof UserEdit)[] } | undefined>;
  /** Undefined if there is no such account. */
  setPasswordHash(userId: number, passwordHash: string, now: Date): Promise<UserDetail | undefined>;
  /** Deletes the account and what hangs on it: services, sessions, activities, tickets, messages, kept answers. */
  delete(userId: number): Promise<void>;
}
