import { CLOSED, OPEN, PENDING, RESOLVED } from '#shared/tickets/ticket-codes.ts';
import { type FreshdeskContext, toInstant } from './context.ts';
import { methodNotAllowed, notFound } from './errors.ts';
import { listPictureIds } from './inline-pictures.ts';
import type { ConversationRecord, TicketRecord } from './records.ts';
import { removeAttachment } from './stored-files.ts';

/** The four statuses of every account, and the two that Freshdesk adds. */
export const STATUSES = [OPEN, PENDING, RESOLVED, CLOSED, 6, 7];

export const findTicket = ({ store }: FreshdeskContext, id: number): TicketRecord => {
  const ticket = store.tickets.find(id);
  if (!ticket) {
    throw notFound();
  }

  return ticket;
};

/** Finds a ticket that may be changed: one that was deleted or marked as spam may not, until it is restored. */
export const findActiveTicket = (context: FreshdeskContext, id: number, method: string): TicketRecord => {
  const ticket = findTicket(context, id);
  if (ticket.deleted || ticket.spam) {
    throw methodNotAllowed(method, ['GET']);
  }

  return ticket;
};

/** Returns the ticket with another status and the time of the change. */
export const withStatus = (ticket: TicketRecord, status: number, now: string): TicketRecord => {
  if (status === ticket.status) {
    return ticket;
  }
  const wasDone = ticket.status === RESOLVED || ticket.status === CLOSED;
  const isDone = status === RESOLVED || status === CLOSED;

  return {
    ...ticket,
    status,
    stats: {
      ...ticket.stats,
      status_updated_at: now,
      pending_since: status === PENDING ? now : null,
      resolved_at: isDone ? (ticket.stats.resolved_at ?? now) : null,
      closed_at: status === CLOSED ? now : null,
      reopened_at: wasDone && !isDone ? now : ticket.stats.reopened_at,
    },
  };
};

/** Returns the entries of a ticket's conversation, oldest first. */
export const listEntries = ({ store }: FreshdeskContext, ticketId: number): ConversationRecord[] =>
  store.conversations
    .list()
    .filter(({ ticket_id }) => ticket_id === ticketId)
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at) || a.id - b.id);

export const saveTicket = (context: FreshdeskContext, ticket: TicketRecord): TicketRecord => {
  const saved = { ...ticket, updated_at: toInstant(context.now()) };
  context.store.tickets.save(saved);

  return saved;
};

/** Removes a ticket permanently, with its conversation and files. */
export const removeTicket = (context: FreshdeskContext, ticket: TicketRecord) => {
  const entries = listEntries(context, ticket.id);
  const pictureIds = entries.flatMap(({ body }) => listPictureIds(body));
  const fileIds = [ticket, ...entries].flatMap(({ attachment_ids }) => attachment_ids);
  for (const id of [...fileIds, ...pictureIds]) {
    removeAttachment(context, id);
  }
  for (const { id } of entries) {
    context.store.conversations.remove(id);
  }
  context.store.tickets.remove(ticket.id);
};
