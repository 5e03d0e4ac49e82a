import { copyHelpdesk } from '#functions/domain/tickets/copy-helpdesk.ts';
import { job } from '#functions/runtime/job.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { healthStore } from '#functions/runtime/ports/health-store-port.ts';
import { helpdeskCopyStore } from '#functions/runtime/ports/helpdesk-copy-store-port.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { jobStore } from '#functions/runtime/ports/job-store-port.ts';
import { mailSettings } from '#functions/runtime/ports/mail-settings-port.ts';
import { messageStore } from '#functions/runtime/ports/message-store-port.ts';
import { throttleStore } from '#functions/runtime/ports/throttle-store-port.ts';
import { ticketMailStore } from '#functions/runtime/ports/ticket-mail-store-port.ts';

export const handler = job(
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
