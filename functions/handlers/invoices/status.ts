import { changeInvoiceStatus } from '#functions/domain/invoices/invoices.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';

export const handler = endpoint('invoices.status', { database }, ({ ports, user, params, body, now }) =>
  changeInvoiceStatus(ports.database, user, { invoiceId: params.id, status: body.status }, now),
);
