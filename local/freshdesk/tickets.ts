import * as z from 'zod';
import type { HttpRequest } from '#local/http-server.ts';
import { countAttachmentBytes, storeFiles } from './attachments.ts';
import { oneOf, positiveInteger, readBody, textUpTo } from './body.ts';
import { addContact } from './contact-records.ts';
import { type FreshdeskContext, findAgent, toInstant } from './context.ts';
import { toConversationResource } from './conversation-resource.ts';
import { type FieldFault, invalidValue, json, NO_CONTENT, notFound, validationFailed } from './errors.ts';
import { toStoredHtml } from './html-text.ts';
import type { ContactRecord, TicketRecord } from './records.ts';
import {
  findActiveTicket,
  findTicket,
  listEntries,
  STATUSES,
  saveTicket,
  withStatus,
} from './ticket-records.ts';
import { describeRequester, OPEN, toTicketResource } from './ticket-resource.ts';

const PRIORITIES = [1, 2, 3, 4];
const SOURCES = [1, 2, 3, 5, 6, 7, 9, 11];
const PORTAL = 2;
const LOW = 1;

const mandatoryText = z.string().min(1, 'It should not be blank as this is a mandatory field');

const ticketChange = z.strictObject({
  name: textUpTo(255).optional(),
  requester_id: positiveInteger.optional(),
  email: z.email('It should be in the valid email address format').optional(),
  phone: z.string().optional(),
  twitter_id: z.string().optional(),
  unique_external_id: z.string().optional(),
  subject: textUpTo(255).min(1, 'It should not be blank as this is a mandatory field').optional(),
  description: mandatoryText.optional(),
  type: z.string().nullable().optional(),
  status: oneOf(STATUSES).optional(),
  priority: oneOf(PRIORITIES).optional(),
  source: oneOf(SOURCES).optional(),
  responder_id: positiveInteger.nullable().optional(),
  group_id: positiveInteger.nullable().optional(),
  tags: z.array(textUpTo(32)).optional(),
  custom_fields: z.record(z.string(), z.unknown()).optional(),
});

const ticketInput = ticketChange
  .extend({ cc_emails: z.array(z.email()).optional() })
  .required({ subject: true, description: true });

type TicketFields = z.output<typeof ticketChange> & { cc_emails?: string[] | undefined };

const ADDRESSES = ['email', 'phone', 'twitter_id', 'unique_external_id'] as const;

/** The contact that the ticket is from; an address that nobody has makes a new contact. */
const findRequester = (context: FreshdeskContext, fields: TicketFields): ContactRecord => {
  const contacts = context.store.contacts.list().filter(({ deleted }) => !deleted);
  if (fields.requester_id !== undefined) {
    const contact = contacts.find(({ id }) => id === fields.requester_id);
    if (!contact) throw invalidValue('requester_id', 'There is no contact matching the given requester_id');
    return contact;
  }

  const address = ADDRESSES.find((field) => fields[field]);
  const value = address && fields[address];
  if (!address || !value)
    throw validationFailed({
      field: 'requester_id',
      message: `One of the following should be present: requester_id, ${ADDRESSES.join(', ')}`,
      code: 'missing_field',
    });
  if (address === 'phone' && !fields.name)
    throw validationFailed({ field: 'name', message: 'It should be a/an String', code: 'missing_field' });

  const known = contacts.find((contact) => contact[address]?.toLowerCase() === value.toLowerCase());
  return known ?? addContact(context, { name: fields.name ?? value, [address]: value });
};

/** What must exist at the helpdesk to be named. */
const requireKnown = (context: FreshdeskContext, fields: TicketFields) => {
  const faults: FieldFault[] = Object.keys(fields.custom_fields ?? {})
    .filter((name) => !context.ticketFields.includes(name))
    .map((field) => ({ field, message: 'Unexpected/invalid field in request', code: 'invalid_field' }));
  const missing = (field: string, what: string): FieldFault => ({
    field,
    message: `There is no ${what} matching the given ${field}`,
    code: 'invalid_value',
  });
  if (fields.group_id && !context.store.groups.find(fields.group_id))
    faults.push(missing('group_id', 'group'));
  if (fields.responder_id && !findAgent(fields.responder_id)) faults.push(missing('responder_id', 'agent'));
  if (faults.length > 0) throw validationFailed(...faults);
};

const HOUR_MS = 60 * 60 * 1000;

/** Hours in which each priority is to be answered first, and to be solved. */
const TARGET_HOURS: Record<number, { first: number; solved: number }> = {
  1: { first: 24, solved: 120 },
  2: { first: 12, solved: 72 },
  3: { first: 4, solved: 24 },
  4: { first: 1, solved: 8 },
};

export const addTicket = (
  context: FreshdeskContext,
  requesterId: number,
  fields: TicketFields,
  attachmentIds: number[],
): TicketRecord => {
  const now = toInstant(context.now());
  const priority = fields.priority ?? LOW;
  const inHours = (hours: number) => toInstant(new Date(context.now().getTime() + hours * HOUR_MS));
  const ticket: TicketRecord = {
    id: context.store.takeId('tickets'),
    subject: fields.subject ?? '',
    description: toStoredHtml(fields.description ?? ''),
    status: OPEN,
    priority,
    source: fields.source ?? PORTAL,
    type: fields.type ?? null,
    requester_id: requesterId,
    responder_id: fields.responder_id ?? null,
    group_id: fields.group_id ?? null,
    tags: fields.tags ?? [],
    cc_emails: fields.cc_emails ?? [],
    custom_fields: fields.custom_fields ?? {},
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

export const createTicket = async (context: FreshdeskContext, request: HttpRequest) => {
  const { fields, files } = await readBody(request, ticketInput);
  requireKnown(context, fields);
  const requester = findRequester(context, fields);
  const ticket = addTicket(context, requester.id, fields, await storeFiles(context, files, 0));

  // The times are set within a few seconds of a creation, so its own answer does not know them.
  const answer = { ...toTicketResource(context, ticket), due_by: null, fr_due_by: null };
  return json(201, answer, { location: `${context.origin()}/api/v2/tickets/${ticket.id}` });
};

const VIEW_EMBEDS = ['conversations', 'requester', 'company', 'stats'];
const EMBEDDED_ENTRIES_MAX = 10;

export const readEmbeds = (query: URLSearchParams, known: readonly string[]): string[] => {
  const embeds = query.get('include')?.split(',') ?? [];
  if (embeds.some((embed) => !known.includes(embed)))
    throw invalidValue('include', `It should be one of these values: '${known.join(',')}'`);

  return embeds;
};

export const viewTicket = (context: FreshdeskContext, id: number, { url }: HttpRequest) => {
  const embeds = readEmbeds(url.searchParams, VIEW_EMBEDS);
  const ticket = findTicket(context, id);
  const embed: Record<string, () => unknown> = {
    conversations: () =>
      listEntries(context, id)
        .slice(0, EMBEDDED_ENTRIES_MAX)
        .map((entry) => toConversationResource(context, entry)),
    requester: () => describeRequester(context, ticket),
    company: () => ({}),
    stats: () => ticket.stats,
  };

  return json(200, {
    ...toTicketResource(context, ticket),
    ...Object.fromEntries(embeds.map((name) => [name, embed[name]?.()])),
  });
};

export const updateTicket = async (context: FreshdeskContext, id: number, request: HttpRequest) => {
  const ticket = findActiveTicket(context, id, 'PUT');
  const { fields, files } = await readBody(request, ticketChange);
  requireKnown(context, fields);
  const hasRequester = ['requester_id' as const, ...ADDRESSES].some((field) => fields[field] !== undefined);
  const added = await storeFiles(context, files, countAttachmentBytes(context, id));

  const changed: TicketRecord = {
    ...withStatus(ticket, fields.status ?? ticket.status, toInstant(context.now())),
    ...(hasRequester && { requester_id: findRequester(context, fields).id }),
    subject: fields.subject ?? ticket.subject,
    description: fields.description === undefined ? ticket.description : toStoredHtml(fields.description),
    type: fields.type === undefined ? ticket.type : fields.type,
    priority: fields.priority ?? ticket.priority,
    source: fields.source ?? ticket.source,
    responder_id: fields.responder_id === undefined ? ticket.responder_id : fields.responder_id,
    group_id: fields.group_id === undefined ? ticket.group_id : fields.group_id,
    tags: fields.tags ?? ticket.tags,
    custom_fields: { ...ticket.custom_fields, ...fields.custom_fields },
    attachment_ids: [...ticket.attachment_ids, ...added],
  };
  return json(200, toTicketResource(context, saveTicket(context, changed)));
};

export const deleteTicket = (context: FreshdeskContext, id: number) => {
  saveTicket(context, { ...findActiveTicket(context, id, 'DELETE'), deleted: true });

  return NO_CONTENT;
};

export const restoreTicket = (context: FreshdeskContext, id: number) => {
  const ticket = findTicket(context, id);
  if (!ticket.deleted) throw notFound();
  saveTicket(context, { ...ticket, deleted: false });

  return NO_CONTENT;
};
