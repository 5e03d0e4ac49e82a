import { withdrawReply } from '#functions/domain/tickets/new-messages.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { database } from '#functions/runtime/ports/database.ts';

export const handler = endpoint('tickets.withdraw-reply', { database }, ({ ports, user, params }) =>
  withdrawReply(ports.database.messages, user, { ticketId: params.id, replyId: params.replyId }),
);
