import type { Invoice, InvoiceJobState, ProgressStep } from '#shared/contract/invoices.ts';

/** A party of an invoice as it was on the day of issue. */
export interface Buyer {
  name: string;
  organisation: string | null;
  owNumber: string;
  email: string;
  address: string | null;
  town: string | null;
  postalCode: string | null;
  state: string | null;
  country: string | null;
  vatNumber: string | null;
}

export interface Supplier {
  name: string;
  addressLines: readonly string[];
  email: string;
  vatNumber: string | null;
}

export interface InvoiceLine {
  description: string;
  amountCents: number;
}

/** What the PDF shows. */
export interface IssuedInvoice {
  invoiceNumber: string;
  createdAt: string;
  totalCents: number;
  buyer: Buyer;
  supplier: Supplier;
  lines: InvoiceLine[];
}

export interface NewInvoice {
  userId: number;
  invoiceNumber: string;
  totalCents: number;
  buyer: Buyer;
  supplier: Supplier;
  lines: readonly InvoiceLine[];
  steps: readonly ProgressStep[];
  now: Date;
}

export interface InvoiceProgressRow {
  invoiceId: number;
  invoiceNumber: string;
  state: InvoiceJobState;
  steps: ProgressStep[];
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
  /** Where the PDF of an invoice lies and whose it is. */
  findFile(
    invoiceId: number,
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
