import { eq, type SQL, sql } from 'drizzle-orm';
import type { JobAbout } from '#functions/adapters/database/jobs/job-parts.ts';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import type { JobKey } from '#functions/ports/database/jobs/job-store.ts';

/** The PDF job of an invoice has the invoice's id as its key. */
export const pdfJobOf = (invoiceId: number): JobKey => ({ kind: 'invoice-pdf', key: String(invoiceId) });

/** The job of an invoice, in a statement that reads both tables. */
export const isPdfJobOfInvoice = sql`${jobs.kind} = 'invoice-pdf' and ${jobs.key} = ${invoices.id}::text`;

const NEW_JOBS = {
  invoice: { key: sql`inserted.id::text`, subject: 'invoiceId' },
  'credit-note': { key: sql`'credit-note:' || inserted.id`, subject: 'creditNoteId' },
};

/** Queues the PDF of the document that the statement has just written as `inserted`. */
export const queuePdfOfInserted = (document: keyof typeof NEW_JOBS): SQL => sql`
  insert into ${jobs} (kind, key, payload)
  select 'invoice-pdf', ${NEW_JOBS[document].key}, jsonb_build_object(${NEW_JOBS[document].subject}::text, inserted.id)
  from inserted`;

const ofJob = eq(invoices.id, sql`(${jobs.payload} ->> 'invoiceId')::int`);

/** No route reads the invoice of a deleted client (D11), so its number is not shown here, either. */
export const invoicePdfAbout: JobAbout = {
  text: sql`coalesce((select 'Invoice ' || ${invoices.invoice_number} from ${invoices} where ${ofJob}), 'An invoice of a deleted client')`,
  userId: sql`(select ${invoices.user_id} from ${invoices} where ${ofJob})`,
};
