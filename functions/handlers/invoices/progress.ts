import { readProgress } from '#functions/domain/invoices/manage-invoice-pdf.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { invoicePdfStore } from '#functions/runtime/ports/stores.ts';
import { invoices } from '#shared/contract/invoices.ts';

export const handler = endpoint(
  invoices.progress,
  { database: databaseWith(invoicePdfStore) },
  ({ ports, user, params, now }) => readProgress(ports.database.invoicePdfs, user, params.id, now),
);
