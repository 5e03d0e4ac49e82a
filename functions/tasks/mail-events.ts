import { mailEvent, noteMailEvent } from '#functions/domain/mails/note-mail-event.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { mailEventStore } from '#functions/runtime/ports/stores.ts';
import { readBody, readMessage, task } from '#functions/runtime/task.ts';

/** Amazon SES publishes this sentence, which is no event, when a deployment sets the topic. */
const GREETING = 'Successfully validated SNS topic';

export const handler = task(
  'mail-events',
  { database: databaseWith(mailEventStore) },
  async ({ event, ports, clock, logFigures }) => {
    if (readBody(event).startsWith(GREETING)) {
      return;
    }

    await noteMailEvent(ports.database, readMessage(mailEvent, event), clock(), logFigures);
  },
);
