import { readSupportStatus } from '#functions/domain/tickets/read-tickets.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';

export const handler = endpoint('tickets.status', { database, supportSettings }, ({ ports, user, now }) =>
  readSupportStatus(ports, user, now),
);
