import { readConversation } from '#functions/domain/tickets/read-conversation.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk-port.ts';
import {
  conversationStore,
  healthStore,
  helpdeskCopyStore,
  messageStore,
  throttleStore,
} from '#functions/runtime/ports/stores.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';
import { tickets } from '#shared/contract/tickets.ts';

export const handler = endpoint(
  tickets.conversations,
  {
    database: databaseWith(conversationStore, healthStore, helpdeskCopyStore, messageStore, throttleStore),
    helpdesk,
    supportSettings,
  },
  ({ ports, user, params, now, report }) => readConversation(ports, user, params.id, now, report),
);
