import { listInvoices } from '#functions/domain/invoices/read-invoices.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('invoices.list', { database }, ({ ports, user, params }) =>
  listInvoices(ports.database.invoices, user, params.userId),
);
