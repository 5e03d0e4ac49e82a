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
