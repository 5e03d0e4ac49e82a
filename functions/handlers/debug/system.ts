import { checkSystem } from '#functions/domain/debug/debug.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { deadLetterCounts } from '#functions/runtime/ports/dead-letter-counts.ts';
import { driveConsole } from '#functions/runtime/ports/drive-console.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk.ts';
import { pdfPrinter } from '#functions/runtime/ports/pdf-printer.ts';
import { queueChecks } from '#functions/runtime/ports/queue-checks.ts';

export const handler = endpoint(
  'debug.system',
  { database, deadLetterCounts, driveConsole, helpdesk, pdfPrinter, queueChecks },
  ({ ports, user, clock, report }) => checkSystem(ports, user, { clock, report }),
);
