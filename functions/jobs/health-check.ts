import { checkHealth } from '#functions/domain/system/system-health.ts';
import { job } from '#functions/runtime/job.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk.ts';
import { invoiceFiles } from '#functions/runtime/ports/invoice-files.ts';
import { jobQueues } from '#functions/runtime/ports/job-queues.ts';

export const handler = job(
  'health-check',
  { database, invoiceFiles, jobQueues, helpdesk },
  ({ ports, clock }) => checkHealth(ports, clock),
);
