import { refreshTickets } from '#functions/domain/tickets/tickets.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { jobSender } from '#functions/runtime/ports/job-sender.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings.ts';

export const handler = endpoint(
  'tickets.refresh',
  { database, supportSettings, helpdeskRefreshQueue: jobSender('helpdesk-refresh') },
  ({ ports, user, now }) => refreshTickets(ports, user, now),
);
