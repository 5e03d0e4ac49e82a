import { checkHealth } from '#functions/domain/system/system-health.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk-port.ts';
import { invoiceFiles } from '#functions/runtime/ports/invoice-files-port.ts';
import { mailAccount } from '#functions/runtime/ports/mail-account-port.ts';
import { queueChecks } from '#functions/runtime/ports/queues/queue-checks-port.ts';
import { healthStore } from '#functions/runtime/ports/stores.ts';
import { task } from '#functions/runtime/task.ts';

export const handler = task(
  'health-check',
  { database: databaseWith(healthStore), invoiceFiles, queueChecks, helpdesk, mailAccount },
  ({ ports, clock, logFigures }) => checkHealth(ports, clock, logFigures),
);
