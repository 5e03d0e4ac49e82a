import { retryInvoice } from '#functions/domain/invoices/manage-invoice-pdf.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { invoicePdfStore, journalStore } from '#functions/runtime/ports/stores.ts';
import { invoices } from '#shared/contract/invoices.ts';

export const handler = endpoint(
  invoices.retry,
  {
    database: databaseWith(invoicePdfStore, journalStore),
    invoicePdfQueue: jobSender('invoice-pdf'),
  },
  ({ ports, user, params, now }) => retryInvoice(ports.database, user, params.id, now),
  ({ ports, result }) => ports.invoicePdfQueue.send(String(result.invoiceId)),
);
