import { listGroups } from '#functions/domain/tickets/read-tickets.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { helpdeskCopyStore } from '#functions/runtime/ports/stores.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';
import { tickets } from '#shared/contract/tickets.ts';

export const handler = endpoint(
  tickets.groups,
  { database: databaseWith(helpdeskCopyStore), supportSettings },
  ({ ports }) => listGroups(ports),
);
