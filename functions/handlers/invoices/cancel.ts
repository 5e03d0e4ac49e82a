import { cancelInvoice } from '#functions/domain/invoices/manage-invoice-pdf.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { invoicePdfStore, journalStore } from '#functions/runtime/ports/stores.ts';
import { invoices } from '#shared/contract/invoices.ts';

export const handler = endpoint(
  invoices.cancel,
  { database: databaseWith(invoicePdfStore, journalStore) },
  ({ ports, user, params, now }) => cancelInvoice(ports.database, user, params.id, now),
);
