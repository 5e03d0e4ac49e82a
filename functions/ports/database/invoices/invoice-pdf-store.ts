import type { Held } from '#functions/ports/database/jobs/job-store.ts';
import type { PageAudit, ReadAudit } from '#functions/ports/database/system/journal-store.ts';
import type { ProgressStep } from '#shared/contract/invoices.ts';
import type { JobState } from '#shared/contract/jobs.ts';
import type { Mail } from '#shared/contract/mails.ts';
import type { IssuedCreditNote } from '#shared/invoices/issued-credit-note.ts';
import type { IssuedInvoice } from '#shared/invoices/issued-invoice.ts';
import type { PdfSubject } from '#shared/invoices/pdf-jobs.ts';

/** What a PDF shows, and what an earlier try left. */
export interface PrintedDocument {
  number: string;
  document:
    | ({ kind: 'invoice' } & Omit<IssuedInvoice, 'copiedAt'>)
    | ({ kind: 'credit-note' } & Omit<IssuedCreditNote, 'copiedAt'>);
  /** When its PDF first existed. */
  firstPrintedAt: string | null;
  /** The file id that an earlier try got from Drive, if it came that far. */
  driveFileId: string | null;
}

export interface PdfProgressRow {
  /** The number of the document. */
  number: string;
  state: JobState;
  steps: ProgressStep[];
  /** Why the last try failed, if no other try has begun since. */
  error: string | null;
  /** No worker takes the job before this time. */
  notBefore: string | null;
  updatedAt: Date;
  /** The mail that was ordered with the document, with the code of its reason; null if none was. */
  mail: { state: Mail['state']; to: string | null; reason: string | null } | null;
}

/** The place of a document's PDF, and the document's owner. */
export interface StoredPdf {
  userId: number;
  /** True for an invoice that was voided and not credited: only a PDF that says 'Void' is shown of it (D55). */
  isVoided: boolean;
  fileName: string | null;
  driveFileId: string | null;
  driveId: string | null;
}

/**
 * The PDFs of invoices and credit notes: the writes of their jobs beyond those of every job, and of the people who read,
 * restart or cancel one.
 */
export interface InvoicePdfStore {
  /** A client's document, or one of a deleted client, whose PDF is still finished. */
  findPrinted(subject: PdfSubject): Promise<PrintedDocument | undefined>;
  /**
   * Stores the file's id before the upload begins; returns the id that was stored first, undefined if the lease is
   * lost.
   */
  keepDriveFileId(
    held: Held,
    subject: PdfSubject,
    file: { driveId: string; driveFileId: string },
  ): Promise<string | undefined>;
  /**
   * Stores the file on the document, ends the job and, in a portal that sends mail, queues the mail that waits for this
   * PDF and has no job yet. Returns that mail's id, if there is one; undefined if another worker has taken the job.
   */
  complete(
    held: Held,
    subject: PdfSubject,
    file: { name: string; path: string; downloadUrl: string },
    end: { steps: readonly ProgressStep[]; isMailOn: boolean; mailNotBefore: Date | null },
  ): Promise<{ mailId: string | null } | undefined>;
  /** With `audit` the reading is written to the audit log, as a page of a list. */
  findProgress(subject: PdfSubject, audit?: PageAudit): Promise<PdfProgressRow | undefined>;
  /** With `audit`, a found document is written to the audit log. */
  findFile(subject: PdfSubject, audit?: ReadAudit): Promise<StoredPdf | undefined>;
  /** Queues a failed or cancelled job again, or one whose last try failed; undefined if it is in another state. */
  requeue(subject: PdfSubject, now: Date): Promise<PdfProgressRow | undefined>;
  /** Undefined if the job is no longer queued. */
  cancel(subject: PdfSubject, now: Date): Promise<PdfProgressRow | undefined>;
  /** Removes a deleted file from its document and parks the job as failed, so that the PDF can be made again. */
  loseFile(
    subject: PdfSubject,
    driveFileId: string,
    failed: { error: string; steps: readonly ProgressStep[]; now: Date },
  ): Promise<void>;
}
