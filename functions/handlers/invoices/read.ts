import { readInvoice } from '#functions/domain/invoices/read-invoices.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { invoiceStore } from '#functions/runtime/ports/stores.ts';
import { invoices } from '#shared/contract/invoices.ts';

export const handler = endpoint(
  invoices.read,
  { database: databaseWith(invoiceStore) },
  ({ ports, user, params }) => readInvoice(ports.database.invoices, user, params.id),
);
