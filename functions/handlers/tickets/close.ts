import { closeTicket } from '#functions/domain/tickets/ticket-closing.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk-port.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';

export const handler = endpoint(
  'tickets.close',
  { database, helpdesk, supportSettings },
  ({ ports, user, params, now }) => closeTicket(ports, user, params.id, now),
);
