import { closeTicket } from '#functions/domain/tickets/ticket-closing.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { conversationStore } from '#functions/runtime/ports/conversation-store-port.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { healthStore } from '#functions/runtime/ports/health-store-port.ts';
import { helpdeskCopyStore } from '#functions/runtime/ports/helpdesk-copy-store-port.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk-port.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';
import { throttleStore } from '#functions/runtime/ports/throttle-store-port.ts';
import { tickets } from '#shared/contract/tickets.ts';

export const handler = endpoint(
  tickets.close,
  {
    database: databaseWith(conversationStore, healthStore, helpdeskCopyStore, throttleStore),
    helpdesk,
    supportSettings,
  },
  ({ ports, user, params, now }) => closeTicket(ports, user, params.id, now),
);
