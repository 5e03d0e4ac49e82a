import { withdrawReply } from '#functions/domain/tickets/withdraw-message.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';

export const handler = endpoint(
  'tickets.withdraw-reply',
  { database, helpdeskMessageQueue: jobSender('helpdesk-message') },
  ({ ports, user, params, now, report }) =>
    withdrawReply(ports, user, { ticketId: params.id, replyId: params.replyId }, { now, report }),
);
