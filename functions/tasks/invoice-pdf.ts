import { runInvoicePdfJob } from '#functions/domain/invoices/run-invoice-pdf-job.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { invoiceFiles } from '#functions/runtime/ports/invoice-files-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { pdfPrinter } from '#functions/runtime/ports/pdf-printer-port.ts';
import { invoicePdfStore, jobStore } from '#functions/runtime/ports/stores.ts';
import { readMessage, task } from '#functions/runtime/task.ts';
import { jobMessage } from '#shared/tasks.ts';

export const handler = task(
  'invoice-pdf',
  {
    database: databaseWith(invoicePdfStore, jobStore),
    invoiceFiles,
    pdfPrinter,
    mailSettings,
    businessMailQueue: jobSender('business-mail'),
    invoicePdfQueue: jobSender('invoice-pdf'),
  },
  ({ event, ports, clock }) => runInvoicePdfJob(ports, readMessage(jobMessage, event).key, clock),
);
