import type { Held } from '#functions/ports/database/jobs/job-store.ts';

/** The fields of an account that its contact at the helpdesk shows. */
export interface ContactAccount {
  /** Null before the client's first ticket. */
  contactId: number | null;
  name: string;
  surname: string;
  email: string;
  isEmailVerified: boolean;
  /** A hash of the fields that the contact shows. */
  fingerprint: string;
}

/** The data of the jobs that update the helpdesk's contacts from the accounts. */
export interface HelpdeskContactStore {
  /**
   * The account as it is now, undefined if it no longer exists; whether the helpdesk counts as down, and whether a
   * call about another object met a fault in the last minute.
   */
  read(
    userId: number,
    now: Date,
  ): Promise<{
    account: ContactAccount | undefined;
    isHelpdeskDown: boolean;
    isHelpdeskSuspect: boolean;
  }>;
  /**
   * Deletes the jobs of a deleted client's messages. A job whose message may be in sending stays until its lease
   * ends, and the answer is false.
   */
  clearMessages(userId: number, now: Date): Promise<boolean>;
  /** Deletes the finished job; false if another worker has taken it, or if it was queued again. */
  complete(held: Held): Promise<boolean>;
  /** Marks the contact's job as sent if it is ready to be sent; false if there is nothing to send. */
  takeUnsent(userId: number, now: Date): Promise<boolean>;
}
