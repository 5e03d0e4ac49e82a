import { readConversation } from '#functions/domain/tickets/read-conversation.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk-port.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';

export const handler = endpoint(
  'tickets.conversations',
  { database, helpdesk, supportSettings },
  ({ ports, user, params, now, report }) => readConversation(ports, user, params.id, now, report),
);
