export interface DueInvoice {
  id: number;
  driveFileId: string | null;
  driveId: string | null;
}

/** What has outlived its time. */
export interface PurgeStore {
  /** Ended sessions, kept answers made before `answersBefore`, and counters whose window is over. */
  deleteLeftovers(times: { now: Date; answersBefore: Date }): Promise<void>;
  /** Retained invoices that the law no longer requires us to keep, the longest due first. */
  listDueInvoices(now: Date, limit: number): Promise<DueInvoice[]>;
  /** How many invoices have their PDF on the drive. */
  countFilesOn(driveId: string): Promise<number>;
  /** Deletes the invoice with its PDF job, in one statement. */
  deleteInvoice(invoiceId: number): Promise<void>;
}
