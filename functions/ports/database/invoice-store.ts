import type { Invoice, ProgressStep } from '#shared/contract/invoices.ts';
import type { JobState } from '#shared/contract/jobs.ts';
import type { Buyer, InvoiceLine, Supplier } from '#shared/issued-invoice.ts';
import type { RouteAudit } from './journal-store.ts';

export interface NewInvoice {
  userId: number;
  invoiceNumber: string;
  totalCents: number;
  buyer: Buyer;
  supplier: Supplier;
  lines: readonly InvoiceLine[];
  now: Date;
}

export interface InvoiceProgressRow {
  invoiceId: number;
  invoiceNumber: string;
  state: JobState;
  steps: ProgressStep[];
  /** Why the last try failed, if none has begun since. */
  error: string | null;
  updatedAt: Date;
}

export interface InvoiceStore {
  /** Newest first; undefined if there is no such user. */
  listOf(userId: number): Promise<Invoice[] | undefined>;
  /**
   * The next number of the year, held until the transaction ends, so that none is given twice or skipped,
   * and who buys; undefined if there is no such user (then no number is taken).
   */
  takeNumber(year: number, userId: number): Promise<{ number: number; buyer: Buyer } | undefined>;
  /** Writes the invoice, its lines and its queued job in one statement. */
  insert(invoice: NewInvoice): Promise<Invoice>;
  /** Where the PDF of an invoice lies and whose it is; with `audit`, finding one stands in the audit log. */
  findFile(
    invoiceId: number,
    audit?: RouteAudit,
  ): Promise<{ userId: number; fileName: string | null; driveFileId: string | null } | undefined>;
  findProgress(invoiceId: number): Promise<InvoiceProgressRow | undefined>;
  exists(invoiceId: number): Promise<boolean>;
  /** Moves the account's invoices, with their lines, to those that are kept for five years and belong to nobody. */
  retainAllOf(userId: number): Promise<void>;
  /** Changes the status if it is one of `from`; undefined if it is not, or there is no such invoice. */
  changeStatus(
    invoiceId: number,
    from: readonly string[],
    to: string,
    now: Date,
  ): Promise<{ userId: number; invoice: Invoice } | undefined>;
}
