import type { ReadAudit } from '#functions/ports/database/system/journal-store.ts';
import type { Mail } from '#shared/contract/mails.ts';

/** A mail as it is stored: without a subject until it is sent, and with a code as its reason. */
export interface StoredMail extends Omit<Mail, 'subject'> {
  subject: string | null;
}

/** A mail that carries an invoice or a credit note, and the newest mail that carries the same one. */
export interface DocumentMail {
  userId: number;
  kind: 'invoice' | 'credit-note';
  documentId: number;
  number: string;
  /** Waiting means that it waits for its PDF, or that its job, perhaps a restarted one, has not ended. */
  newest: { id: string; isWaiting: boolean };
}

/** The mails of an account, for its owner and for administrators. */
export interface MailHistoryStore {
  /**
   * Lists the newest mails of an account, the newest first; undefined if there is no such account. With `audit` the
   * reading is written to the audit log.
   */
  listOf(userId: number, limit: number, audit: ReadAudit | undefined): Promise<StoredMail[] | undefined>;
  /** Finds a mail of an account; `document` is undefined if it carries none. */
  find(mailId: string): Promise<{ document: DocumentMail | undefined } | undefined>;
  /** Lifts the blocks of all addresses of an account, and returns its OW number; undefined if there is no account. */
  unblock(userId: number): Promise<string | undefined>;
}
