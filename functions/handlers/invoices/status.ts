import { changeInvoiceStatus } from '#functions/domain/invoices/change-invoice-status.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { invoiceStore } from '#functions/runtime/ports/invoice-store-port.ts';
import { journalStore } from '#functions/runtime/ports/journal-store-port.ts';
import { invoices } from '#shared/contract/invoices.ts';

export const handler = endpoint(
  invoices.status,
  { database: databaseWith(invoiceStore, journalStore) },
  ({ ports, user, params, body, now }) =>
    changeInvoiceStatus(ports.database, user, { invoiceId: params.id, status: body.status }, now),
);
