import { runInvoicePdfJob } from '#functions/domain/invoices/invoice-pdf.ts';
import { job, readMessage } from '#functions/runtime/job.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { invoiceFiles } from '#functions/runtime/ports/invoice-files.ts';
import { pdfPrinter } from '#functions/runtime/ports/pdf-printer.ts';
import { jobMessage } from '#shared/jobs.ts';

export const handler = job('invoice-pdf', { database, invoiceFiles, pdfPrinter }, ({ event, ports, clock }) =>
  runInvoicePdfJob(ports, readMessage(jobMessage, event).key, clock),
);
