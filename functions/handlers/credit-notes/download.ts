import { downloadCreditNote } from '#functions/domain/invoices/download-invoice.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { invoiceFiles } from '#functions/runtime/ports/invoice-files-port.ts';
import { invoicePdfStore } from '#functions/runtime/ports/stores.ts';
import { creditNotes } from '#shared/contract/credit-notes.ts';

export const handler = endpoint(
  creditNotes.download,
  { database: databaseWith(invoicePdfStore), invoiceFiles },
  ({ ports, user, params, now }) => downloadCreditNote(ports, user, params.id, now),
);
