import { mailEvent, noteMailEvent } from '#functions/domain/mails/note-mail-event.ts';
import { job, readMessage } from '#functions/runtime/job.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { mailEventStore } from '#functions/runtime/ports/mail-event-store-port.ts';

export const handler = job(
  'mail-events',
  { database: databaseWith(mailEventStore) },
  ({ event, ports, clock, logFigures }) =>
    noteMailEvent(ports.database, readMessage(mailEvent, event), clock(), logFigures),
);
