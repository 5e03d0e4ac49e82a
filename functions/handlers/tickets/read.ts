import { readTicket } from '#functions/domain/tickets/read-tickets.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { ticketStore } from '#functions/runtime/ports/stores.ts';
import { tickets } from '#shared/contract/tickets.ts';

export const handler = endpoint(
  tickets.read,
  { database: databaseWith(ticketStore) },
  ({ ports, user, params }) => readTicket(ports.database.tickets, user, params.id),
);
