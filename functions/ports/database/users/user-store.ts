import type { ReadAudit, RouteAudit } from '#functions/ports/database/system/journal-store.ts';
import type { OwnEdit } from '#shared/contract/account.ts';
import type { OwnUser } from '#shared/contract/auth.ts';
import type { UserEdit } from '#shared/contract/users/user-edit.ts';
import type { UserDetail } from '#shared/contract/users.ts';
import type { SecondStepWay } from '#shared/errors.ts';

/** An account as its owner sees it, with its block of mail in place of `mail`. */
export type OwnAccount = Omit<OwnUser, 'mail'> & Pick<UserDetail, 'mailBlock'>;

/** The fields of an account that can be changed together, and its owner's switch for mails. */
export type AccountEdit = UserEdit & OwnEdit;

export interface Credentials {
  user: OwnAccount;
  passwordHash: string;
}

/** An account with its figures of the support centre. */
export interface StoredUser extends OwnAccount, Pick<UserDetail, 'signInBlockedUntil' | 'factors'> {
  /** The contact at the helpdesk; null before the client's first ticket. */
  supportContactId: number | null;
  /** Open and pending tickets of our copy, and those that wait to be sent (D41). */
  openTickets: number;
}

/** A write after which the contact at the helpdesk must be updated. */
export interface ContactWrite {
  now: Date;
  /** True if the write queues a job that updates the contact; false without a helpdesk. */
  queuesContact: boolean;
  /** Time that the job waits for further changes. */
  contactDelaySeconds?: number;
}

/** An account after an edit, with the names of the fields that differ, and the address that it had before. */
export interface EditedUser {
  user: StoredUser;
  /** True if the client registered the account; false if an import or an operator created it. */
  isRegistered: boolean;
  changed: (keyof AccountEdit)[];
  former: Pick<StoredUser, 'User_Email' | 'emailVerified'>;
}

/** The work that remains for a deleted account. */
export interface DeletedUser {
  OWNumber: string;
  User_Date: string;
  /** The address of the account; null if it was not verified, or gets no mail. */
  addressToTell: string | null;
}

export interface UserStore {
  find(userId: number, now: Date): Promise<StoredUser | undefined>;
  /** As `find`, for somebody else: if the account exists, the read is written to the audit log. */
  read(userId: number, audit: ReadAudit, now: Date): Promise<StoredUser | undefined>;
  /**
   * Finds an account by its email address or OW number, in ASCII and ignoring case, with the ways in which it can take a
   * second step.
   */
  findCredentials(
    identifier: string,
  ): Promise<(Credentials & { ways: readonly SecondStepWay[] }) | undefined>;
  /** Stores the same password with today's parameters, unless another password was set in the meantime. */
  renewPasswordHash(userId: number, hash: { outdated: string; renewed: string }): Promise<void>;
  /**
   * Locks the account and every active administrator until the running transaction ends; undefined if there is no
   * such account.
   */
  lockWithAdmins(userId: number): Promise<{ isActiveAdmin: boolean; otherActiveAdmins: number } | undefined>;
  /**
   * Changes only the given fields and names those that now differ; a new email address is unverified. A new name or
   * address also queues the contact's job. With `audit` it writes the audit row, too, with the names of the changed
   * fields. Undefined if there is no such account or, if a version is given, if the account now has another one.
   * Refuses an email address that another account has.
   */
  edit(
    userId: number,
    edit: AccountEdit,
    write: ContactWrite & { version: number | undefined; audit?: RouteAudit<number | null> },
  ): Promise<EditedUser | undefined>;
  /** Sets a password; a temporary one must be changed by its owner. Undefined if there is no such account. */
  setPasswordHash(
    userId: number,
    password: { passwordHash: string; isTemporary: boolean },
    now: Date,
  ): Promise<StoredUser | undefined>;
  /**
   * Deletes the account with everything that belongs to it: services, sessions, activities, tickets, waiting messages
   * and their jobs, stored answers, links, mails and their jobs. The job of a message that is being sent is left to
   * the contact's job. Undefined if there is no such account.
   */
  delete(userId: number, write: ContactWrite): Promise<DeletedUser | undefined>;
}
