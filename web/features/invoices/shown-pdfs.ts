import type { CreditNote } from '#shared/contract/credit-notes.ts';
import type { Invoice } from '#shared/contract/invoices.ts';

/** The areas whose documents have a PDF that is made in steps; their routes have the same shape. */
export type PdfArea = 'invoices' | 'credit-notes';

export const PDF_WORDS = {
  invoices: {
    name: 'Invoice',
    title: 'Invoice Generation Progress',
    done: 'Invoice Generated Successfully!',
  },
  'credit-notes': {
    name: 'Credit note',
    title: 'Credit Note Generation Progress',
    done: 'Credit Note Generated Successfully!',
  },
} as const satisfies Record<PdfArea, object>;

/** A document whose PDF is made or opened. */
export interface PdfDocument {
  area: PdfArea;
  id: number;
  number: string;
}

export const pdfOfInvoice = ({ id, invoiceNumber }: Pick<Invoice, 'id' | 'invoiceNumber'>): PdfDocument => ({
  area: 'invoices',
  id,
  number: invoiceNumber,
});

export const pdfOfNote = ({
  id,
  creditNoteNumber,
}: Pick<CreditNote, 'id' | 'creditNoteNumber'>): PdfDocument => ({
  area: 'credit-notes',
  id,
  number: creditNoteNumber,
});
