import { sql } from 'drizzle-orm';
import {
  creditNotes,
  invoices,
  retainedCreditNotes,
  retainedInvoices,
} from '#functions/database/schema/invoices-tables.ts';
import type { PdfSubject } from '#shared/invoices/pdf-jobs.ts';
import { isVoided } from './printed-invoice.ts';

/** A document in the database: where it is while its client lives and after that, and what names it. */
export const documentOf = (subject: PdfSubject) =>
  'invoiceId' in subject
    ? {
        id: subject.invoiceId,
        living: invoices,
        retained: retainedInvoices,
        number: invoices.invoice_number,
        name: 'invoice',
        mailKey: `invoice:${subject.invoiceId}`,
        isVoided: isVoided(sql`${invoices.id}`),
      }
    : {
        id: subject.creditNoteId,
        living: creditNotes,
        retained: retainedCreditNotes,
        number: creditNotes.credit_note_number,
        name: 'credit note',
        mailKey: `credit-note:${subject.creditNoteId}`,
        isVoided: sql<boolean>`false`,
      };

export type PdfDocument = ReturnType<typeof documentOf>;
