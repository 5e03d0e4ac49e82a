import type { MailBlockReason } from '#shared/mail-kinds.ts';

/** What the vendor says of a mail that it took, in the order in which a later state replaces an earlier one. */
export const MAIL_NEWS_STATES = ['sent', 'rejected', 'delivered', 'bounced', 'complained'] as const;
export type MailNewsState = (typeof MAIL_NEWS_STATES)[number];

export interface MailNews {
  mailId: string;
  state: MailNewsState;
  at: Date;
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
  /** Moves the state of a mail forward; events come in any order, and more than once. */
  move(news: MailNews): Promise<void>;
}
