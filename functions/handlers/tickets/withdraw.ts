import { withdrawTicket } from '#functions/domain/tickets/withdraw-message.ts';
import { endpoint } from '#functions/http/endpoint.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { jobSender } from '#functions/runtime/ports/job-sender-port.ts';
import { jobStore, messageStore } from '#functions/runtime/ports/stores.ts';
import { tickets } from '#shared/contract/tickets.ts';

export const handler = endpoint(
  tickets.withdraw,
  { database: databaseWith(jobStore, messageStore), helpdeskMessageQueue: jobSender('helpdesk-message') },
  ({ ports, user, params, now, report }) => withdrawTicket(ports, user, params.id, { now, report }),
);
