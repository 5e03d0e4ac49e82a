import { eq, type SQL, sql } from 'drizzle-orm';
import type { JobAbout } from '#functions/adapters/database/jobs/job-parts.ts';
import { creditNotes, invoices } from '#functions/database/schema/invoices-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import type { JobKey } from '#functions/ports/database/jobs/job-store.ts';
import { type PdfSubject, pdfJobKey } from '#shared/invoices/pdf-jobs.ts';

export const pdfJobOf = (subject: PdfSubject): JobKey => ({ kind: 'invoice-pdf', key: pdfJobKey(subject) });

const NEW_JOBS = {
  invoice: { key: sql`inserted.id::text`, subject: 'invoiceId' },
  'credit-note': { key: sql`'credit-note:' || inserted.id`, subject: 'creditNoteId' },
};

/** Queues the PDF of each document that the statement has just written as `inserted`, in the order of their ids. */
export const queuePdfOfInserted = (document: keyof typeof NEW_JOBS, lane: SQL = sql`null`): SQL => sql`
  insert into ${jobs} (kind, key, lane, payload)
  select 'invoice-pdf', ${NEW_JOBS[document].key}, ${lane}, jsonb_build_object(${NEW_JOBS[document].subject}::text, inserted.id)
  from inserted order by inserted.id`;

const ofInvoice = eq(invoices.id, sql`(${jobs.payload} ->> 'invoiceId')::int`);
const ofNote = eq(creditNotes.id, sql`(${jobs.payload} ->> 'creditNoteId')::int`);

/** No route reads a document of a deleted client (D11), so its number is not shown here, either. */
export const invoicePdfAbout: JobAbout = {
  text: sql`coalesce((select 'Invoice ' || ${invoices.invoice_number} from ${invoices} where ${ofInvoice}),
    (select 'Credit note ' || ${creditNotes.credit_note_number} from ${creditNotes} where ${ofNote}),
    case when ${jobs.payload} ? 'creditNoteId' then 'A credit note of a deleted client' else 'An invoice of a deleted client' end)`,
  userId: sql`coalesce((select ${invoices.user_id} from ${invoices} where ${ofInvoice}),
    (select ${creditNotes.user_id} from ${creditNotes} where ${ofNote}))`,
};
