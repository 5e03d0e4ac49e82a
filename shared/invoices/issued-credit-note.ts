import type { CreditNoteReason } from '../contract/credit-notes.ts';
import type { Buyer, Provider, Supplier } from './issued-invoice.ts';

/** What a credit note by lines takes off a line of its invoice, with the days that it no longer bills. */
export interface CreditedLineOfNote {
  lineId: number;
  description: string;
  amountCents: number;
  from: string | null;
  to: string | null;
}

/** What is fixed with a credit note: the layout that prints it, and its invoice with that one's rate of VAT. */
export interface CreditNoteTerms {
  layout: 1;
  vatPercent: number;
  invoiceNumber: string;
  /** When the invoice was issued. */
  invoicedAt: string;
  /** What the invoice came to. */
  invoiceCents: number;
}

/** The facts that the PDF shows: buyer, VAT number and rate as on the invoice, the provider's address of its own day. */
export interface IssuedCreditNote {
  creditNoteNumber: string;
  createdAt: string;
  totalCents: number;
  /** Null if the invoice was no tax invoice. */
  vatCents: number | null;
  reason: CreditNoteReason;
  explanation: string;
  buyer: Buyer;
  supplier: Provider & Pick<Supplier, 'vatNumber'>;
  terms: CreditNoteTerms;
  /** Null if it is over one amount. */
  lines: CreditedLineOfNote[] | null;
  /** The day on which a PDF that existed before is made again; null for the first. */
  copiedAt: string | null;
}
