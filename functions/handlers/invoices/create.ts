import { createInvoice, sendInvoiceJob } from '#functions/domain/invoices/invoices.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { invoicePdfQueue } from '#functions/runtime/ports/invoice-pdf-queue.ts';
import { supplier } from '#functions/runtime/ports/supplier.ts';

export const handler = endpoint(
  'invoices.create',
  { database, supplier, invoicePdfQueue },
  ({ ports, user, body, now }) => createInvoice(ports, user, body, now),
  ({ ports, result, now }) => sendInvoiceJob(ports, result.id, now),
);
