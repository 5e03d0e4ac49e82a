import { sweepInvoiceJobs } from '#functions/domain/invoices/invoice-sweep.ts';
import { job } from '#functions/runtime/job.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { invoiceDeadLetters } from '#functions/runtime/ports/invoice-dead-letters.ts';
import { invoiceQueue } from '#functions/runtime/ports/invoice-queue.ts';

export const handler = job(
  'invoice-sweep',
  { database, invoiceQueue, invoiceDeadLetters },
  ({ ports, clock }) => sweepInvoiceJobs(ports, clock()),
);
