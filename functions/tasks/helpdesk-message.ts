import { runHelpdeskMessageJob } from '#functions/domain/tickets/message-job.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import {
  healthStore,
  helpdeskCopyStore,
  jobStore,
  messageStore,
  throttleStore,
} from '#functions/runtime/ports/stores.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';
import { readMessage, task } from '#functions/runtime/task.ts';
import { jobMessage } from '#shared/tasks.ts';

export const handler = task(
  'helpdesk-message',
  {
    database: databaseWith(healthStore, helpdeskCopyStore, jobStore, messageStore, throttleStore),
    helpdesk,
    supportSettings,
    helpdeskMessageQueue: jobSender('helpdesk-message'),
  },
  ({ event, ports, clock }) => runHelpdeskMessageJob(ports, readMessage(jobMessage, event).key, clock),
);
