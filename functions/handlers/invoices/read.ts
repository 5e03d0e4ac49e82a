import { readInvoice } from '#functions/domain/invoices/read-invoices.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('invoices.read', { database }, ({ ports, user, params }) =>
  readInvoice(ports.database.invoices, user, params.id),
);
