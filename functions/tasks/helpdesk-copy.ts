import { copyHelpdesk } from '#functions/domain/tickets/copy-helpdesk.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import {
  healthStore,
  helpdeskCopyStore,
  jobStore,
  messageStore,
  throttleStore,
  ticketMailStore,
} from '#functions/runtime/ports/stores.ts';
import { task } from '#functions/runtime/task.ts';

export const handler = task(
  'helpdesk-copy',
  {
    database: databaseWith(
      healthStore,
      helpdeskCopyStore,
      jobStore,
      messageStore,
      throttleStore,
      ticketMailStore,
    ),
    helpdesk,
    helpdeskMessageQueue: jobSender('helpdesk-message'),
    mailSettings,
  },
  ({ ports, clock }) => copyHelpdesk(ports, clock),
);
