import type { ReadAudit, RouteAudit } from '#functions/ports/database/system/journal-store.ts';
import type { Invoice, InvoiceWithLines } from '#shared/contract/invoices.ts';
import type { InvoiceLine, IssuedTerms, Supplier } from '#shared/invoices/issued-invoice.ts';
import type { BuyerPart } from '#shared/invoices/tax-invoice.ts';
import type { BilledDays } from '../services/billed-service-store.ts';

export type NewLine = InvoiceLine & { bills?: BilledDays | undefined };

export interface NewInvoice {
  userId: number;
  totalCents: number;
  /** The VAT in its total; null if it is no tax invoice. */
  vatCents: number | null;
  lines: readonly NewLine[];
  /** Details that the buyer's account must have. */
  requires: readonly BuyerPart[];
  /** Text for the client's Recent Activity, around the number that the invoice gets. */
  activity: { before: string; after: string };
  /** The lane of its PDF job and of its mail's; null for one that waits for no other. */
  lane: string | null;
}

/** What invoices that are issued together have in common. */
export interface IssuedWith {
  year: number;
  supplier: Supplier;
  /** Without the reference and the paying credit, which the store reads from the account. */
  terms: Omit<IssuedTerms, 'reference' | 'creditCents'>;
  audit: RouteAudit;
  /** True if a mail waits for the PDF. */
  ordersMail: boolean;
  now: Date;
}

/** An invoice before `settle` has paid a part of it, or all of it, from the account's credit. */
export type UnsettledInvoice = Omit<Invoice, 'status' | 'amountDue' | 'credited' | 'writtenOff'>;

export interface InvoiceStore {
  /** Newest first; undefined if there is no such user. With `audit` the reading is written to the audit log. */
  listOf(userId: number, audit?: ReadAudit): Promise<Invoice[] | undefined>;
  /**
   * Issues invoices in one statement, each with its lines, the buyer's present details, PDF job, waiting mail, audit row
   * and activity; their numbers follow each other in the order of the list. Locks the year's counter until the
   * transaction ends. Answers in that order: undefined if there is no such user; an answer without an invoice if a
   * required detail of the buyer is missing. For these nothing is written and no number is used.
   */
  issue(
    invoices: readonly NewInvoice[],
    common: IssuedWith,
  ): Promise<({ invoice: UnsettledInvoice | undefined; missing: BuyerPart[] } | undefined)[]>;
  /** Finds an invoice with its lines and its owner; with `audit`, a found invoice is written to the audit log. */
  find(
    invoiceId: number,
    audit?: ReadAudit,
  ): Promise<{ userId: number; invoice: InvoiceWithLines } | undefined>;
  exists(invoiceId: number): Promise<boolean>;
  /**
   * Moves the account's invoices, with their lines, and its credit notes to the retained ones, which are kept for eight years and belong to
   * nobody. Deletes the kept answers to requests for the account's money.
   */
  retainAllOf(userId: number): Promise<void>;
  /**
   * Makes an invoice void if its status is one of `from`; undefined if it is not. Its PDF is kept, but no route
   * reaches it any more, and one that says 'Void' is queued, even while a worker makes the first one.
   */
  makeVoid(
    invoiceId: number,
    from: readonly string[],
    now: Date,
  ): Promise<{ isTaxInvoice: boolean; isOfOpenMonth: boolean } | undefined>;
}
