import { listGroups } from '#functions/domain/tickets/read-tickets.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';

export const handler = endpoint('tickets.groups', { database, supportSettings }, ({ ports }) =>
  listGroups(ports),
);
