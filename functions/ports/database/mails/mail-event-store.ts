import type { MailBlockReason, MailKind } from '#shared/mail-kinds.ts';
import type { BrakedShare } from '#shared/mail-shares.ts';

/** What the vendor says of a mail that it took, in the order in which a later state replaces an earlier one. */
export const MAIL_NEWS_STATES = ['sent', 'rejected', 'delivered', 'bounced', 'complained'] as const;
export type MailNewsState = (typeof MAIL_NEWS_STATES)[number];

export interface MailNews {
  mailId: string;
  state: MailNewsState;
  at: Date;
}

/** Numbers of accounts to which mails of a share went lately, each counted once. */
export interface LatelySent {
  /** The moment since which mails are counted, in the words of the database. */
  since: string;
  accounts: number;
  bounced: number;
  complained: number;
}

export interface MailEventStore {
  /**
   * Stops mail to those of the addresses that are the account's own or the one that it is to get. Returns the account
   * if its own address is among them.
   */
  block(
    mailId: string,
    addresses: readonly string[],
    reason: MailBlockReason,
    now: Date,
  ): Promise<{ id: number; owNumber: string } | undefined>;
  /** Ends the job of a mail that the vendor has: it must not be sent again. */
  endJob(mailId: string, now: Date): Promise<void>;
  /**
   * Moves the state of a mail forward; events come in any order, and more than once. Returns its kind; undefined if
   * there is no such mail any more.
   */
  move(news: MailNews): Promise<MailKind | undefined>;
  /** Counts the accounts of the newest mails that left in a share since it last went on. */
  countLately(share: BrakedShare, mails: number): Promise<LatelySent>;
  /** Stops a share; false if it stands still already, or has gone on since it was counted. */
  pause(share: BrakedShare, counted: Pick<LatelySent, 'since'>, now: Date): Promise<boolean>;
}
