import { listInvoices } from '#functions/domain/invoices/read-invoices.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { invoiceStore } from '#functions/runtime/ports/stores.ts';
import { invoices } from '#shared/contract/invoices.ts';

export const handler = endpoint(
  invoices.list,
  { database: databaseWith(invoiceStore) },
  ({ ports, user, params }) => listInvoices(ports.database.invoices, user, params.userId),
);
