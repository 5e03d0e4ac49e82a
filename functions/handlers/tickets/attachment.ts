import { readAttachment } from '#functions/domain/tickets/attachments.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';
import { helpdesk } from '#functions/runtime/ports/helpdesk.ts';
import { supportSettings } from '#functions/runtime/ports/support-settings.ts';

export const handler = endpoint(
  'tickets.attachment',
  { database, helpdesk, supportSettings },
  ({ ports, user, params, now }) =>
    readAttachment(ports, user, { ticketId: params.id, attachmentId: params.attachmentId }, now),
);
