import { runHelpdeskContactJob } from '#functions/domain/tickets/helpdesk-contacts.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk-port.ts';
import {
  healthStore,
  helpdeskContactStore,
  jobStore,
  throttleStore,
} from '#functions/runtime/ports/stores.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';
import { readMessage, task } from '#functions/runtime/task.ts';
import { jobMessage } from '#shared/tasks.ts';

export const handler = task(
  'helpdesk-contact',
  {
    database: databaseWith(healthStore, helpdeskContactStore, jobStore, throttleStore),
    helpdesk,
    supportSettings,
  },
  ({ event, ports, clock }) => runHelpdeskContactJob(ports, readMessage(jobMessage, event).key, clock),
);
