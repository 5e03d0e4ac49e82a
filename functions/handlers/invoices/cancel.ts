import { cancelInvoice } from '#functions/domain/invoices/manage-invoice-pdf.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('invoices.cancel', { database }, ({ ports, user, params, now }) =>
  cancelInvoice(ports.database, user, params.id, now),
);
