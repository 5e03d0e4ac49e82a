import { downloadInvoice } from '#functions/domain/invoices/download-invoice.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';
import { invoiceFiles } from '#functions/runtime/ports/invoice-files-port.ts';

export const handler = endpoint(
  'invoices.download',
  { database, invoiceFiles },
  ({ ports, user, params, now }) => downloadInvoice(ports, user, params.id, now),
);
