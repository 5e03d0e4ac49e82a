import type { ThrottleBucket } from '#functions/ports/database/system/throttle-store.ts';
import type { MailKind } from '#shared/mails/mail-kinds.ts';

/** A mail to write with its job. Its worker decides later whether it may be sent. */
export interface MailOrder {
  /** Chosen by the caller, who names it in the job's message after the commit. */
  id: string;
  kind: MailKind;
  /** Names the event, such as 'sign-in:<session>'. A second order with the same key writes nothing. */
  key: string;
  /** Null if there is no account, or none any more. */
  userId: number | null;
  /** Null for an unknown account, and for a mail that goes to the account's address at the time of sending. */
  recipient: string | null;
  /** Ids, in the shape of the kind. */
  about?: Record<string, string | number>;
  /** A bucket in which the mail counts; once it is spent, nothing is written. */
  atMost?: ThrottleBucket;
}

export interface MailStore {
  /** Writes a mail and its job, in one statement; false if a mail has the key already, or its bucket is spent. */
  order(order: MailOrder, now: Date): Promise<boolean>;
  /**
   * Writes a mail and its job for each active administrator but this one, to whose account something happened. Returns
   * their ids.
   */
  orderToOtherAdmins(
    userId: number,
    notice: { kind: MailKind; about: NonNullable<MailOrder['about']> },
    now: Date,
  ): Promise<string[]>;
  /**
   * Writes a mail and its job for each active administrator about an account whose address was given free, for about
   * five such accounts an hour at most. Returns the ids of the mails.
   */
  orderAboutRefused(userId: number, now: Date): Promise<string[]>;
  /**
   * Writes a mail and its job about a sign-in from an unknown browser, at most one an hour for an account and none for
   * the canary. Returns its id if it was written.
   */
  orderNewSignIn(
    signIn: { sessionId: string; userId: number; recipient: string },
    now: Date,
  ): Promise<string[]>;
}
