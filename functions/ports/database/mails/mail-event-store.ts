import type { MailBlockReason, MailKind } from '#shared/mails/mail-kinds.ts';
import type { BrakedShare } from '#shared/mails/mail-shares.ts';
import type { MailState } from './mail-work-store.ts';

/** What the vendor says of a mail that it took, in the order in which a later state replaces an earlier one. */
export const MAIL_NEWS_STATES = ['sent', 'rejected', 'delivered', 'bounced', 'complained'] as const;
export type MailNewsState = (typeof MAIL_NEWS_STATES)[number];

export interface MailNews {
  mailId: string;
  state: MailNewsState;
  at: Date;
}

/** The latest mails of a share. */
export interface LatelySent {
  /** The moment from which they are read, as the database wrote it. */
  since: string;
  mails: readonly { owNumber: string; recipient: string; state: MailState }[];
}

export interface MailEventStore {
  /**
   * Blocks mail to each address that is the account's present or pending one. Returns the account if its present
   * address is among them.
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
  /**
   * Lists the newest mails of a share, from its last resumption on. Of business mails only those to accounts that count:
   * with more in the ledger than payments, or an active service, and an inactive one only while it owes (D45).
   */
  listLately(share: BrakedShare, mails: number): Promise<LatelySent>;
  /** Pauses a share; false if it is paused already, or was resumed after it was counted. */
  pause(share: BrakedShare, counted: Pick<LatelySent, 'since'>, now: Date): Promise<boolean>;
}
