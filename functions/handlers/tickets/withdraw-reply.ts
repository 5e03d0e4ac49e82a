import { withdrawReply } from '#functions/domain/tickets/new-messages.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { helpdeskMessageQueue } from '#functions/runtime/ports/helpdesk-message-queue.ts';

export const handler = endpoint(
  'tickets.withdraw-reply',
  { database, helpdeskMessageQueue },
  ({ ports, user, params, now, report }) =>
    withdrawReply(ports, user, { ticketId: params.id, replyId: params.replyId }, { now, report }),
);
