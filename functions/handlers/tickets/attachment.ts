import { readAttachment } from '#functions/domain/tickets/read-attachment.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database-port.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk-port.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings-port.ts';

export const handler = endpoint(
  'tickets.attachment',
  { database, helpdesk, supportSettings },
  ({ ports, user, params, now }) =>
    readAttachment(ports, user, { ticketId: params.id, attachmentId: params.attachmentId }, now),
);
