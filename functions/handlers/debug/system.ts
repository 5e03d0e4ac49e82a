import { checkSystem } from '#functions/domain/debug/run-on-console.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { driveConsole } from '#functions/runtime/ports/drive-console-port.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk-port.ts';
import { mailAccount } from '#functions/runtime/ports/mail-account-port.ts';
import { pdfPrinter } from '#functions/runtime/ports/pdf-printer-port.ts';
import { deadLetterCounts } from '#functions/runtime/ports/queues/dead-letter-counts-port.ts';
import { queueChecks } from '#functions/runtime/ports/queues/queue-checks-port.ts';
import { debugStore, jobStore } from '#functions/runtime/ports/stores.ts';
import { debug } from '#shared/contract/debug.ts';

export const handler = endpoint(
  debug.system,
  {
    database: databaseWith(debugStore, jobStore),
    deadLetterCounts,
    driveConsole,
    helpdesk,
    mailAccount,
    pdfPrinter,
    queueChecks,
  },
  ({ ports, user, clock, report }) => checkSystem(ports, user, { clock, report }),
);
