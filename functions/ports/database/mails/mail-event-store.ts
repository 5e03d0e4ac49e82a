import type { MailBlockReason } from '#shared/mail-kinds.ts';
import type { MailState } from './mail-work-store.ts';

/** What the vendor says of a mail that it took. */
export interface MailNews {
  mailId: string;
  state: Extract<MailState, 'sent' | 'delivered' | 'bounced' | 'complained' | 'rejected'>;
  at: Date;
}

export interface MailEventStore {
  /** Stops mail to those of the addresses that are the account's own or the one that it is to get. */
  block(mailId: string, addresses: readonly string[], reason: MailBlockReason, now: Date): Promise<void>;
  /** Ends the job of a mail that the vendor has: it must not be sent again. */
  endJob(mailId: string, now: Date): Promise<void>;
  /** Moves the state of a mail forward; events come in any order, and more than once. */
  move(news: MailNews): Promise<void>;
}
