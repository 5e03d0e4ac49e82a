import { runInvoicePdfJob } from '#functions/domain/invoices/run-invoice-pdf-job.ts';
import { job, readMessage } from '#functions/runtime/job.ts';
import { database } from '#functions/runtime/ports/database-port.ts';
import { invoiceFiles } from '#functions/runtime/ports/invoice-files-port.ts';
import { pdfPrinter } from '#functions/runtime/ports/pdf-printer-port.ts';
import { jobMessage } from '#shared/jobs.ts';

export const handler = job('invoice-pdf', { database, invoiceFiles, pdfPrinter }, ({ event, ports, clock }) =>
  runInvoicePdfJob(ports, readMessage(jobMessage, event).key, clock),
);
