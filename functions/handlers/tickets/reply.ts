import { replyToTicket } from '#functions/domain/tickets/new-messages.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk.ts';
import { jobSender } from '#functions/runtime/ports/job-sender.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings.ts';

export const handler = endpoint(
  'tickets.reply',
  { database, helpdesk, supportSettings, helpdeskMessageQueue: jobSender('helpdesk-message') },
  ({ ports, user, params, body, once, now, report }) =>
    replyToTicket(ports, user, { ticketId: params.id, body: body.body }, { once, now, report }),
);
