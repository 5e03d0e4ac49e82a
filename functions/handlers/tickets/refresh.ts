import { refreshTickets } from '#functions/domain/tickets/tickets.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { helpdeskRefreshQueue } from '#functions/runtime/ports/helpdesk-refresh-queue.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings.ts';

export const handler = endpoint(
  'tickets.refresh',
  { database, supportSettings, helpdeskRefreshQueue },
  ({ ports, user, now }) => refreshTickets(ports, user, now),
);
