import { readAttachment } from '#functions/domain/tickets/read-attachment.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk-port.ts';
import { conversationStore, healthStore, throttleStore } from '#functions/runtime/ports/stores.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';
import { tickets } from '#shared/contract/tickets.ts';

export const handler = endpoint(
  tickets.attachment,
  { database: databaseWith(conversationStore, healthStore, throttleStore), helpdesk, supportSettings },
  ({ ports, user, params, now }) =>
    readAttachment(ports, user, { ticketId: params.id, attachmentId: params.attachmentId }, now),
);
