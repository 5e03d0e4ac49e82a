import type { Held } from '#functions/ports/database/jobs/job-store.ts';
import type { ProgressStep } from '#shared/contract/invoices.ts';
import type { IssuedInvoice } from '#shared/issued-invoice.ts';
import type { InvoiceProgressRow } from './invoice-store.ts';

export interface PrintedInvoice extends Omit<IssuedInvoice, 'copiedAt'> {
  /** When its PDF first existed. */
  firstPrintedAt: string | null;
  /** The file id that an earlier try got from Drive, if it came that far. */
  driveFileId: string | null;
}

/** The writes of PDF jobs beyond those of every job, and of the people who restart or cancel one. */
export interface InvoicePdfStore {
  /** A client's invoice, or one of a deleted client, whose PDF is still finished. */
  findPrinted(invoiceId: number): Promise<PrintedInvoice | undefined>;
  /**
   * Stores the file's id before the upload begins; returns the id that was stored first, undefined if the lease is
   * lost.
   */
  keepDriveFileId(
    held: Held,
    file: { invoiceId: number; driveId: string; driveFileId: string },
  ): Promise<string | undefined>;
  /**
   * Stores the file on the invoice, ends the job and, in a portal that sends mail, queues the mail that waits for this
   * PDF and has no job yet. Returns that mail's id, if there is one; undefined if another worker has taken the job.
   */
  complete(
    held: Held,
    file: { invoiceId: number; name: string; path: string; downloadUrl: string },
    end: { steps: readonly ProgressStep[]; isMailOn: boolean },
  ): Promise<{ mailId: string | null } | undefined>;
  /** Queues a failed or cancelled job again, or one whose last try failed; undefined if it is in another state. */
  requeue(invoiceId: number, now: Date): Promise<InvoiceProgressRow | undefined>;
  /** Undefined if the job is no longer queued. */
  cancel(invoiceId: number, now: Date): Promise<InvoiceProgressRow | undefined>;
  /** Removes a deleted file from its invoice and parks the job as failed, so that the PDF can be made again. */
  loseFile(
    lost: { invoiceId: number; driveFileId: string },
    failed: { error: string; steps: readonly ProgressStep[]; now: Date },
  ): Promise<void>;
}
