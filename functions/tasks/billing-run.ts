import { runBillingJob } from '#functions/domain/billing-runs/run-billing-job.ts';
import { timeLeftMs } from '#functions/runtime/deadline.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { billingWorkStore, invoiceStore, jobStore } from '#functions/runtime/ports/stores.ts';
import { supplier } from '#functions/runtime/ports/supplier-port.ts';
import { readMessage, task } from '#functions/runtime/task.ts';
import { jobMessage } from '#shared/tasks.ts';

export const handler = task(
  'billing-run',
  {
    database: databaseWith(billingWorkStore, invoiceStore, jobStore),
    supplier,
    mailSettings,
    billingRunQueue: jobSender('billing-run'),
    invoicePdfQueue: jobSender('invoice-pdf'),
  },
  ({ event, ports, clock, logFigures }) =>
    runBillingJob(ports, readMessage(jobMessage, event).key, { clock, timeLeftMs, log: logFigures }),
);
