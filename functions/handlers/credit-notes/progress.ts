import { readCreditNoteProgress } from '#functions/domain/invoices/manage-invoice-pdf.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { invoicePdfStore } from '#functions/runtime/ports/stores.ts';
import { creditNotes } from '#shared/contract/credit-notes.ts';

export const handler = endpoint(
  creditNotes.progress,
  { database: databaseWith(invoicePdfStore) },
  ({ ports, user, params, now }) => readCreditNoteProgress(ports.database.invoicePdfs, user, params.id, now),
);
