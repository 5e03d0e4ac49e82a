import * as z from 'zod';
import type { HttpRequest } from '#local/http/http-server.ts';
import { escapeHtml } from '#shared/text/escape-html.ts';
import { CLOSED, OPEN, PORTAL } from '#shared/tickets/ticket-codes.ts';
import { oneOf, positiveInteger, readBody, textUpTo } from './body.ts';
import { AGENTS, type FreshdeskContext, toInstant } from './context.ts';
import { addEntry } from './conversation-operations.ts';
import { NOTE } from './conversation-resource.ts';
import { invalidValue, json } from './errors.ts';
import { toStoredHtml } from './html-text.ts';
import { requireKnownParameters } from './paging.ts';
import type { TicketRecord } from './records.ts';
import {
  findActiveTicket,
  findTicket,
  listEntries,
  STATUSES,
  saveTicket,
  withStatus,
} from './ticket-records.ts';
import { toTicketResource } from './ticket-resource.ts';

const PRIORITIES = [1, 2, 3, 4];
const SOURCES = [1, 2, 3, 5, 6, 7, 9, 11];
const LOW = 1;

const BLANK = 'It should not be blank as this is a mandatory field';

const ticketInput = z.strictObject({
  requester_id: positiveInteger,
  subject: textUpTo(255).min(1, BLANK),
  description: z.string().min(1, BLANK),
  status: oneOf(STATUSES).optional(),
  priority: oneOf(PRIORITIES).optional(),
  source: oneOf(SOURCES).optional(),
  group_id: positiveInteger.nullable().optional(),
  tags: z.array(textUpTo(32)).optional(),
});

const ticketChange = z.strictObject({ status: oneOf(STATUSES).optional() });

/** Refuses a requester or group that does not exist at the helpdesk. */
const requireKnown = (
  { store }: FreshdeskContext,
  { requester_id, group_id }: z.output<typeof ticketInput>,
) => {
  const missing = (field: string, what: string) =>
    invalidValue(field, `There is no ${what} matching the given ${field}`);
  if (group_id && !store.groups.find(group_id)) {
    throw missing('group_id', 'group');
  }
  const requester = store.contacts.find(requester_id);
  if (!requester || requester.deleted) {
    throw missing('requester_id', 'contact');
  }
};

const HOUR_MS = 60 * 60 * 1000;

/** Hours until the first answer and until the solution, for each priority. */
const TARGET_HOURS: Record<number, { first: number; solved: number }> = {
  1: { first: 24, solved: 120 },
  2: { first: 12, solved: 72 },
  3: { first: 4, solved: 24 },
  4: { first: 1, solved: 8 },
};

type NewTicket = Omit<z.output<typeof ticketInput>, 'requester_id'>;

export const addTicket = (
  context: FreshdeskContext,
  requesterId: number,
  fields: NewTicket,
  attachmentIds: number[],
): TicketRecord => {
  const now = toInstant(context.now());
  const priority = fields.priority ?? LOW;
  const inHours = (hours: number) => toInstant(new Date(context.now().getTime() + hours * HOUR_MS));
  const ticket: TicketRecord = {
    id: context.store.takeId('tickets'),
    subject: fields.subject,
    description: toStoredHtml(fields.description),
    status: OPEN,
    priority,
    source: fields.source ?? PORTAL,
    type: null,
    requester_id: requesterId,
    group_id: fields.group_id ?? null,
    tags: fields.tags ?? [],
    custom_fields: {},
    due_by: inHours(TARGET_HOURS[priority]?.solved ?? 0),
    fr_due_by: inHours(TARGET_HOURS[priority]?.first ?? 0),
    spam: false,
    deleted: false,
    attachment_ids: attachmentIds,
    stats: {
      agent_responded_at: null,
      requester_responded_at: null,
      first_responded_at: null,
      status_updated_at: now,
      reopened_at: null,
      resolved_at: null,
      closed_at: null,
      pending_since: null,
    },
    created_at: now,
    updated_at: now,
  };
  const saved = withStatus(ticket, fields.status ?? OPEN, now);
  context.store.tickets.save(saved);

  return saved;
};

export const createTicket = (context: FreshdeskContext, request: HttpRequest) => {
  const { requester_id, ...fields } = readBody(request, ticketInput);
  requireKnown(context, { requester_id, ...fields });
  const ticket = addTicket(context, requester_id, fields, []);

  // Freshdesk sets these times a few seconds after a creation, so the creation's answer does not have them.
  return json(201, { ...toTicketResource(context, ticket), due_by: null, fr_due_by: null });
};

/**
 * Merges a ticket into another as Freshdesk does: its conversation moves, it is closed, and private notes say so; no
 * field of either does.
 */
export const mergeTicket = (context: FreshdeskContext, ticketId: number, intoId: number): void => {
  const merged = findActiveTicket(context, ticketId, 'PUT');
  const into = findActiveTicket(context, intoId, 'PUT');
  const byAgent = { source: NOTE, user_id: AGENTS[0].id, private: true };
  for (const entry of listEntries(context, ticketId)) {
    context.store.conversations.save({ ...entry, ticket_id: intoId });
  }
  addEntry(
    context,
    into,
    {
      ...byAgent,
      body: `Merged from ticket ${ticketId}<br><br><b>Subject:</b> ${escapeHtml(merged.subject)}<br><br><b>Description:</b><br>${merged.description}`,
    },
    [],
  );
  addEntry(
    context,
    merged,
    { ...byAgent, body: `This ticket is closed and merged into ticket ${intoId}` },
    [],
  );
  const now = toInstant(context.now());
  saveTicket(context, withStatus(findTicket(context, ticketId), CLOSED, now));
};

export const viewTicket = (context: FreshdeskContext, id: number, { url }: HttpRequest) => {
  requireKnownParameters(url.searchParams, []);

  return json(200, toTicketResource(context, findTicket(context, id)));
};

export const updateTicket = (context: FreshdeskContext, id: number, request: HttpRequest) => {
  const ticket = findActiveTicket(context, id, 'PUT');
  const { status = ticket.status } = readBody(request, ticketChange);
  const changed = saveTicket(context, withStatus(ticket, status, toInstant(context.now())));

  return json(200, toTicketResource(context, changed));
};
