import type { Held } from '#functions/ports/database/jobs/job-store.ts';

/** An account as its contact at the helpdesk is to show it. */
export interface ContactAccount {
  /** Null before the client's first ticket. */
  contactId: number | null;
  name: string;
  surname: string;
  email: string;
  isEmailVerified: boolean;
}

/** What the jobs need that keep the helpdesk's contacts in line with the accounts. */
export interface HelpdeskContactStore {
  /**
   * The account as it is now, undefined if it is gone; whether the helpdesk counts as down, and whether a call about
   * something else met a fault a moment ago.
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
   * Deletes the jobs of a deleted client's messages; false while somebody may be sending one of them, whose job is left
   * until its lease has ended.
   */
  clearMessages(userId: number, now: Date): Promise<boolean>;
  /** Deletes the job, which is done; false if another worker has taken it, or if it was queued anew. */
  complete(held: Held): Promise<boolean>;
  /** Marks the contact's job as sent if it waits for that; false if there is nothing to send. */
  takeUnsent(userId: number, now: Date): Promise<boolean>;
}
