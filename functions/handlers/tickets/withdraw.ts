import { withdrawTicket } from '#functions/domain/tickets/new-messages.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { helpdeskMessageQueue } from '#functions/runtime/ports/helpdesk-message-queue.ts';

export const handler = endpoint(
  'tickets.withdraw',
  { database, helpdeskMessageQueue },
  ({ ports, user, params, now, report }) => withdrawTicket(ports, user, params.id, { now, report }),
);
