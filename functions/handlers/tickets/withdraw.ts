import { withdrawTicket } from '#functions/domain/tickets/withdraw-message.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';

export const handler = endpoint(
  'tickets.withdraw',
  { database, helpdeskMessageQueue: jobSender('helpdesk-message') },
  ({ ports, user, params, now, report }) => withdrawTicket(ports, user, params.id, { now, report }),
);
