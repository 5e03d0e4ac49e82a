import { replyToTicket } from '#functions/domain/tickets/new-messages.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { healthStore } from '#functions/runtime/ports/health-store-port.ts';
import { helpdeskCopyStore } from '#functions/runtime/ports/helpdesk-copy-store-port.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { jobStore } from '#functions/runtime/ports/job-store-port.ts';
import { messageStore } from '#functions/runtime/ports/message-store-port.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';
import { throttleStore } from '#functions/runtime/ports/throttle-store-port.ts';
import { ticketStore } from '#functions/runtime/ports/ticket-store-port.ts';
import { tickets } from '#shared/contract/tickets.ts';

export const handler = endpoint(
  tickets.reply,
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
  ({ ports, user, params, body, once, now, report }) =>
    replyToTicket(ports, user, { ticketId: params.id, body: body.body }, { once, now, report }),
);
