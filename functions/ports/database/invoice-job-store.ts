import type { ProgressStep } from '#shared/contract/invoices.ts';
import type { IssuedInvoice } from '#shared/issued-invoice.ts';
import type { InvoiceProgressRow } from './invoice-store.ts';

/** A job that this worker holds until its lease ends. */
export interface ClaimedJob {
  invoiceId: number;
  leaseToken: string;
  attempts: number;
  steps: ProgressStep[];
  /** The file id that an earlier try took from Drive, if it came that far. */
  driveFileId: string | null;
  invoice: IssuedInvoice;
}

export interface InvoiceJobStore {
  /** Claims a queued job, or a running one whose lease has ended, in one statement; undefined if there is none. */
  claim(invoiceId: number, lease: { token: string; until: Date; now: Date }): Promise<ClaimedJob | undefined>;
  /** Writes the steps; false if another worker has taken the job. */
  saveSteps(
    invoiceId: number,
    leaseToken: string,
    steps: readonly ProgressStep[],
    now: Date,
  ): Promise<boolean>;
  /** Keeps the file's id before the upload begins; answers the one kept first, undefined if the lease is lost. */
  keepDriveFileId(
    invoiceId: number,
    leaseToken: string,
    driveFileId: string,
    now: Date,
  ): Promise<string | undefined>;
  /** Names the file on the invoice and ends the job, in one statement. */
  complete(
    invoiceId: number,
    leaseToken: string,
    file: { name: string; path: string; downloadUrl: string },
    steps: readonly ProgressStep[],
    now: Date,
  ): Promise<boolean>;
  /** Gives the job back for another try, or parks it as failed. */
  release(
    invoiceId: number,
    leaseToken: string,
    state: 'queued' | 'failed',
    steps: readonly ProgressStep[],
    now: Date,
  ): Promise<boolean>;
  markSent(invoiceIds: readonly number[], now: Date): Promise<void>;
  /** Queues a failed or cancelled job anew, or one whose last try failed; undefined if it is in another state. */
  requeue(
    invoiceId: number,
    steps: readonly ProgressStep[],
    now: Date,
  ): Promise<InvoiceProgressRow | undefined>;
  /** Undefined if the job is no longer queued. */
  cancel(invoiceId: number, now: Date): Promise<InvoiceProgressRow | undefined>;
  /** Jobs that wait since before then although their message was never sent, or must have been lost. */
  listUnsent(sentBefore: Date, limit: number): Promise<number[]>;
  /** Takes a file that is gone off its invoice and parks the job as failed, so that the PDF can be made again. */
  loseFile(invoiceId: number, driveFileId: string, steps: readonly ProgressStep[], now: Date): Promise<void>;
  /** Parks a job that no worker holds as failed. */
  fail(invoiceId: number, steps: readonly ProgressStep[], now: Date): Promise<void>;
}
