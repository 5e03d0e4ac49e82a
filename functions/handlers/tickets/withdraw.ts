import { withdrawTicket } from '#functions/domain/tickets/new-messages.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';

export const handler = endpoint('tickets.withdraw', { database }, ({ ports, user, params }) =>
  withdrawTicket(ports.database.messages, user, params.id),
);
