import { createTicket } from '#functions/domain/tickets/new-messages.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import {
  healthStore,
  helpdeskCopyStore,
  jobStore,
  messageStore,
  throttleStore,
  ticketStore,
} from '#functions/runtime/ports/stores.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';
import { tickets } from '#shared/contract/tickets.ts';

export const handler = endpoint(
  tickets.create,
  {
    database: databaseWith(
      healthStore,
      helpdeskCopyStore,
      jobStore,
      messageStore,
      throttleStore,
      ticketStore,
    ),
    helpdesk,
    supportSettings,
    helpdeskMessageQueue: jobSender('helpdesk-message'),
  },
  ({ ports, user, body, once, now, report }) => createTicket(ports, user, body, { once, now, report }),
);
