import type { RouteAudit } from '#functions/ports/database/system/journal-store.ts';
import type { User } from '#shared/contract/auth.ts';
import type { UserDetail, UserEdit } from '#shared/contract/users.ts';

export interface Credentials {
  user: User;
  passwordHash: string;
}

/** An account, with what we know of its support. */
export interface StoredUser extends Omit<UserDetail, 'support'> {
  /** The contact at the helpdesk; null before the client's first ticket. */
  supportContactId: number | null;
  /** Open and pending ones of our copy, and those that wait to be sent (D41). */
  openTickets: number;
}

/** A write that the contact at the helpdesk has to follow. */
interface ContactWrite {
  now: Date;
  /** Whether a job is queued that brings the contact in line; false where there is no helpdesk. */
  queuesContact: boolean;
}

export interface UserStore {
  find(userId: number, now: Date): Promise<StoredUser | undefined>;
  /** As `find`, for somebody else: the reading of an account that is there stands in the audit log. */
  read(userId: number, audit: RouteAudit, now: Date): Promise<StoredUser | undefined>;
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
   * Changes the given fields alone and names those that now differ; a new email address is not verified. A new name or
   * address queues the contact's job with it.
   * Undefined if there is no such account or, where a version is given, if the account is at another one by now.
   * Refuses an email address that another account has.
   */
  edit(
    userId: number,
    edit: UserEdit,
    write: ContactWrite & { version: number | undefined },
  ): Promise<{ user: StoredUser; changed: (keyof UserEdit)[] } | undefined>;
  /** Undefined if there is no such account. */
  setPasswordHash(userId: number, passwordHash: string, now: Date): Promise<StoredUser | undefined>;
  /**
   * Deletes the account and what hangs on it: services, sessions, activities, tickets, messages that wait and their
   * jobs, kept answers. The job of a message that somebody is sending is left to the contact's. Undefined if there is
   * no such account.
   */
  delete(userId: number, write: ContactWrite): Promise<{ OWNumber: string; User_Date: string } | undefined>;
}
