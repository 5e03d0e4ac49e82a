import { checkSystem } from '#functions/domain/debug/debug.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { reportBehind } from '#functions/http/report-behind.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { deadLetters } from '#functions/runtime/ports/dead-letters.ts';
import { driveConsole } from '#functions/runtime/ports/drive-console.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk.ts';
import { jobQueues } from '#functions/runtime/ports/job-queues.ts';
import { pdfPrinter } from '#functions/runtime/ports/pdf-printer.ts';

export const handler = endpoint(
  'debug.system',
  { database, deadLetters, driveConsole, helpdesk, jobQueues, pdfPrinter },
  ({ ports, user, clock }) => checkSystem(ports, user, { clock, report: reportBehind('debug.system') }),
);
