import { readProgress } from '#functions/domain/invoices/manage-invoice-pdf.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('invoices.progress', { database }, ({ ports, params }) =>
  readProgress(ports.database.invoices, params.id),
);
