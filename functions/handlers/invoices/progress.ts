import { readProgress } from '#functions/domain/invoices/manage-invoice-pdf.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { invoiceStore } from '#functions/runtime/ports/stores.ts';
import { invoices } from '#shared/contract/invoices.ts';

export const handler = endpoint(
  invoices.progress,
  { database: databaseWith(invoiceStore) },
  ({ ports, user, params, now }) => readProgress(ports.database.invoices, user, params.id, now),
);
