import { retryCreditNote } from '#functions/domain/invoices/manage-invoice-pdf.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { invoicePdfStore, journalStore } from '#functions/runtime/ports/stores.ts';
import { creditNotes } from '#shared/contract/credit-notes.ts';
import { pdfJobKey } from '#shared/invoices/pdf-jobs.ts';

export const handler = endpoint(
  creditNotes.retry,
  {
    database: databaseWith(invoicePdfStore, journalStore),
    invoicePdfQueue: jobSender('invoice-pdf'),
  },
  ({ ports, user, params, now }) => retryCreditNote(ports.database, user, params.id, now),
  ({ ports, result }) => ports.invoicePdfQueue.send(pdfJobKey({ creditNoteId: result.creditNoteId })),
);
