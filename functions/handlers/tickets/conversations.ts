import { readConversation } from '#functions/domain/tickets/read-conversation.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { conversationStore } from '#functions/runtime/ports/conversation-store-port.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { healthStore } from '#functions/runtime/ports/health-store-port.ts';
import { helpdeskCopyStore } from '#functions/runtime/ports/helpdesk-copy-store-port.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk-port.ts';
import { messageStore } from '#functions/runtime/ports/message-store-port.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';
import { throttleStore } from '#functions/runtime/ports/throttle-store-port.ts';
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
