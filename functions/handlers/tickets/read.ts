import { readTicket } from '#functions/domain/tickets/read-tickets.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';

export const handler = endpoint('tickets.read', { database }, ({ ports, user, params }) =>
  readTicket(ports.database.tickets, user, params.id),
);
