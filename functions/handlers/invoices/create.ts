import { createInvoice } from '#functions/domain/invoices/create-invoice.ts';
import { sendInvoiceJob } from '#functions/domain/invoices/manage-invoice-pdf.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { supplier } from '#functions/runtime/ports/supplier-port.ts';

export const handler = endpoint(
  'invoices.create',
  { database, supplier, invoicePdfQueue: jobSender('invoice-pdf') },
  ({ ports, user, body, now, note }) => createInvoice({ ...ports, note }, user, body, now),
  ({ ports, result, now }) => sendInvoiceJob(ports, result.id, now),
);
