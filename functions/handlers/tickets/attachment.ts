import { readAttachment } from '#functions/domain/tickets/read-attachment.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { conversationStore } from '#functions/runtime/ports/conversation-store-port.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { healthStore } from '#functions/runtime/ports/health-store-port.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk-port.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';
import { throttleStore } from '#functions/runtime/ports/throttle-store-port.ts';
import { tickets } from '#shared/contract/tickets.ts';

export const handler = endpoint(
  tickets.attachment,
  { database: databaseWith(conversationStore, healthStore, throttleStore), helpdesk, supportSettings },
  ({ ports, user, params, now }) =>
    readAttachment(ports, user, { ticketId: params.id, attachmentId: params.attachmentId }, now),
);
