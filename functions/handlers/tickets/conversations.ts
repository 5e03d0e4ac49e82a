import { readConversation } from '#functions/domain/tickets/conversations.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings.ts';

export const handler = endpoint(
  'tickets.conversations',
  { database, helpdesk, supportSettings },
  ({ ports, user, params, now, report }) => readConversation(ports, user, params.id, now, report),
);
