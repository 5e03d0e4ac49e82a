import { changeInvoiceStatus } from '#functions/domain/invoices/change-invoice-status.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('invoices.status', { database }, ({ ports, user, params, body, now }) =>
  changeInvoiceStatus(ports.database, user, { invoiceId: params.id, status: body.status }, now),
);
