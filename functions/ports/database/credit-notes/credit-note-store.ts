import type { ReadAudit, RouteAudit } from '#functions/ports/database/system/journal-store.ts';
import type { CreditNote, CreditNoteReason } from '#shared/contract/credit-notes.ts';
import type { CreditedLineOfNote, CreditNoteTerms } from '#shared/invoices/issued-credit-note.ts';
import type { Provider } from '#shared/invoices/issued-invoice.ts';

/** A line of an invoice, and what credit notes by lines took off it. */
export interface CreditableLine {
  id: number;
  description: string;
  amountCents: number;
  creditedCents: number;
  /** The days of a service that it still bills; null if it bills none. */
  bills: { rowId: number; from: string; to: string } | null;
}

/** An invoice as a credit note needs it. */
export interface CreditableInvoice {
  userId: number;
  invoiceNumber: string;
  createdAt: string;
  isVoid: boolean;
  isTaxInvoice: boolean;
  vatPercent: number;
  totalCents: number;
  dueCents: number;
  creditedCents: number;
  writtenOffCents: number;
  /** True if it was voided, and its credit note was issued later. */
  hasMissingNote: boolean;
  lines: CreditableLine[];
}

export interface NewCreditNote {
  invoiceId: number;
  userId: number;
  year: number;
  /** The day, in Johannesburg. */
  date: string;
  totalCents: number;
  /** False for the missing note of an invoice that was voided, whose reversal stands in the account (D66). */
  hasEntry: boolean;
  reason: CreditNoteReason;
  explanation: string;
  /** Its VAT number is the invoice's, which the store reads. */
  provider: Provider;
  terms: CreditNoteTerms;
  lines: readonly CreditedLineOfNote[] | null;
  audit: RouteAudit;
  /** Text for the client's Recent Activity, around the number that the note gets. */
  activity: { before: string; after: string };
  /** True if a mail waits for the PDF. */
  ordersMail: boolean;
  now: Date;
}

export interface CreditNoteStore {
  /** Locks an invoice and reads it with its lines. The caller has locked the account. */
  lockInvoice(invoiceId: number): Promise<CreditableInvoice | undefined>;
  /**
   * Issues a credit note in one statement, with its number, entry, PDF job, waiting mail, audit row and activity. Locks
   * the year's counter until the transaction ends. The entry is null for a note that has none.
   */
  issue(note: NewCreditNote): Promise<{ creditNote: CreditNote; entryId: number | null }>;
  /** Newest first; undefined if there is no such user. With `audit` the reading is written to the audit log. */
  listOf(userId: number, audit?: ReadAudit): Promise<CreditNote[] | undefined>;
  /** With `audit`, a found credit note is written to the audit log. */
  find(creditNoteId: number, audit?: ReadAudit): Promise<CreditNote | undefined>;
}
