import { retryInvoice, sendInvoiceJob } from '#functions/domain/invoices/manage-invoice-pdf.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';

export const handler = endpoint(
  'invoices.retry',
  { database, invoicePdfQueue: jobSender('invoice-pdf') },
  ({ ports, user, params, now }) => retryInvoice(ports.database, user, params.id, now),
  ({ ports, result, now }) => sendInvoiceJob(ports, result.invoiceId, now),
);
