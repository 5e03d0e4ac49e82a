import type { InvoiceFile } from '#functions/ports/invoice-files.ts';
import type { PdfSubject } from '#shared/invoices/pdf-jobs.ts';

/** A retained invoice or credit note. */
export interface DueDocument {
  subject: PdfSubject;
  /** Its PDF, and the one as issued of an invoice that was voided. */
  files: InvoiceFile[];
}

/** Finds and deletes the data whose retention time is over. */
export interface PurgeStore {
  /**
   * Deletes ended sessions, used challenges that no longer hold, stored answers older than `answersBefore`, and counters
   * whose window is over.
   */
  deleteLeftovers(times: { now: Date; answersBefore: Date }): Promise<void>;
  /**
   * Deletes mails older than twelve months with their jobs, links that no longer hold, and what is a day old: the
   * address of a closed account's last mail, and changes of address that nobody confirmed (D45, D46, D58).
   */
  deleteMailLeftovers(now: Date): Promise<void>;
  /**
   * Deletes activities older than twelve months, and jobs of the helpdesk that were completed 90 days ago: both name an
   * account.
   */
  deleteOldEvents(now: Date): Promise<void>;
  /** Deletes the ledgers of deleted accounts eight years after their last entry (D11). */
  deleteRetainedLedgers(now: Date): Promise<void>;
  /**
   * Deletes lines of the bank that are older than eight years, and empties the text of ignored ones after twelve months
   * (D63).
   */
  deleteBankLines(now: Date): Promise<void>;
  /** Deletes the lines of billing runs that ended 24 months ago, whose counts and sums stay (D67). */
  deleteRunLines(now: Date): Promise<void>;
  /** Returns retained documents that the law no longer requires us to keep, the longest due first. */
  listDueDocuments(now: Date, limit: number): Promise<DueDocument[]>;
  /** Number of PDFs on the drive. */
  countFilesOn(driveId: string): Promise<number>;
  /** Deletes the document with its PDF job, in one statement. */
  deleteDocument(subject: PdfSubject): Promise<void>;
}
