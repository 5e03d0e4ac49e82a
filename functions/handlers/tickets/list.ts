import { listTickets } from '#functions/domain/tickets/tickets.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings.ts';

export const handler = endpoint('tickets.list', { database, supportSettings }, ({ ports, user }) =>
  listTickets(ports, user),
);
