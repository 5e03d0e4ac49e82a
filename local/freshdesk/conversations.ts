import * as z from 'zod';
import type { HttpRequest } from '#local/http-server.ts';
import { countAttachmentBytes, storeFiles } from './attachments.ts';
import { positiveInteger, readBody } from './body.ts';
import { AGENTS, type FreshdeskContext, findAgent, toInstant } from './context.ts';
import { NOTE, REPLY, SUPPORT_EMAIL, toConversationResource } from './conversation-resource.ts';
import { FreshdeskError, invalidValue, json, NO_CONTENT, notFound } from './errors.ts';
import { toStoredHtml } from './html-text.ts';
import { answerPage, readPage, requireKnownParameters } from './paging.ts';
import type { ConversationRecord, TicketRecord } from './records.ts';
import { findTicket, listEntries, saveTicket } from './ticket-records.ts';

const body = z.string().min(1, 'It should not be blank as this is a mandatory field');

const replyInput = z.strictObject({
  body,
  from_email: z.email().optional(),
  user_id: positiveInteger.optional(),
  cc_emails: z.array(z.email()).optional(),
  bcc_emails: z.array(z.email()).optional(),
});

const noteInput = z.strictObject({
  body,
  private: z.boolean().default(true),
  incoming: z.boolean().default(false),
  notify_emails: z.array(z.email()).optional(),
  user_id: positiveInteger.optional(),
});

const entryChange = z.strictObject({ body: body.optional() });

type NewEntry = Pick<ConversationRecord, 'body' | 'source' | 'user_id'> &
  Partial<
    Pick<ConversationRecord, 'private' | 'incoming' | 'from_email' | 'to_emails' | 'cc_emails' | 'bcc_emails'>
  >;

/** An agent's first answer that the client can see ends the wait for one. */
const withResponse = (ticket: TicketRecord, entry: ConversationRecord): TicketRecord => {
  if (entry.private) return ticket;
  const now = entry.created_at;
  const stats = findAgent(entry.user_id)
    ? { agent_responded_at: now, first_responded_at: ticket.stats.first_responded_at ?? now }
    : { requester_responded_at: now };

  return { ...ticket, stats: { ...ticket.stats, ...stats } };
};

/** Adds an entry to the conversation; the status stays as it is, which is for automations to change. */
export const addEntry = (
  context: FreshdeskContext,
  ticket: TicketRecord,
  fields: NewEntry,
  attachmentIds: number[],
): ConversationRecord => {
  const now = toInstant(context.now());
  const isByContact = !findAgent(fields.user_id);
  const entry: ConversationRecord = {
    private: false,
    incoming: false,
    from_email: null,
    to_emails: [],
    cc_emails: [],
    bcc_emails: [],
    ...fields,
    ...(context.noteDirection === 'by-author' && { incoming: isByContact }),
    id: context.store.takeId('conversations'),
    ticket_id: ticket.id,
    body: toStoredHtml(fields.body),
    attachment_ids: attachmentIds,
    last_edited_at: null,
    last_edited_user_id: null,
    created_at: now,
    updated_at: now,
  };
  context.store.conversations.save(entry);
  saveTicket(context, withResponse(ticket, entry));

  return entry;
};

export const listConversation = (context: FreshdeskContext, ticketId: number, { url }: HttpRequest) => {
  requireKnownParameters(url.searchParams, []);
  findTicket(context, ticketId);

  return answerPage(listEntries(context, ticketId), readPage(url.searchParams), url, (entry) =>
    toConversationResource(context, entry),
  );
};

/** What was deleted or is spam has no conversation to add to. */
const findOpenToEntries = (context: FreshdeskContext, ticketId: number): TicketRecord => {
  const ticket = findTicket(context, ticketId);
  if (ticket.deleted || ticket.spam) throw notFound();

  return ticket;
};

/** Only an agent replies; what a contact says is a note of theirs. */
export const createReply = async (context: FreshdeskContext, ticketId: number, request: HttpRequest) => {
  const ticket = findOpenToEntries(context, ticketId);
  const { fields, files } = await readBody(request, replyInput);
  const agent = findAgent(fields.user_id ?? AGENTS[0].id);
  if (!agent) throw invalidValue('user_id', 'There is no agent matching the given user_id');
  const requester = context.store.contacts.find(ticket.requester_id);
  const to = requester?.email ? [requester.email] : [];

  const entry = addEntry(
    context,
    ticket,
    {
      body: fields.body,
      source: REPLY,
      user_id: agent.id,
      from_email: fields.from_email ?? SUPPORT_EMAIL,
      to_emails: to,
      cc_emails: fields.cc_emails ?? [],
      bcc_emails: fields.bcc_emails ?? [],
    },
    await storeFiles(context, files, countAttachmentBytes(context, ticketId)),
  );
  const {
    source: _source,
    incoming: _incoming,
    private: _private,
    ...answer
  } = toConversationResource(context, entry);
  return json(201, { ...answer, replied_to: to });
};

/** A note's answer does not say its source, which lists do. */
const toNoteAnswer = (context: FreshdeskContext, entry: ConversationRecord) => {
  const { source: _source, to_emails, ...answer } = toConversationResource(context, entry);

  return { ...answer, notified_to: to_emails };
};

export const createNote = async (context: FreshdeskContext, ticketId: number, request: HttpRequest) => {
  const ticket = findOpenToEntries(context, ticketId);
  const { fields, files } = await readBody(request, noteInput);
  const author = fields.user_id ?? AGENTS[0].id;
  const contact = context.store.contacts.find(author);
  if (!findAgent(author) && (!contact || contact.deleted))
    throw invalidValue('user_id', 'There is no contact matching the given user_id');

  const entry = addEntry(
    context,
    ticket,
    {
      body: fields.body,
      source: NOTE,
      user_id: author,
      private: fields.private,
      incoming: fields.incoming,
      to_emails: fields.notify_emails ?? [],
    },
    await storeFiles(context, files, countAttachmentBytes(context, ticketId)),
  );
  return json(201, toNoteAnswer(context, entry));
};

const findEntry = ({ store }: FreshdeskContext, id: number): ConversationRecord => {
  const entry = store.conversations.find(id);
  if (!entry) throw notFound();

  return entry;
};

export const updateEntry = async (context: FreshdeskContext, id: number, request: HttpRequest) => {
  const entry = findEntry(context, id);
  if (entry.source !== NOTE)
    throw new FreshdeskError(400, {
      code: 'incompatible_field',
      message: 'Only public & private notes can be edited.',
    });
  const { fields, files } = await readBody(request, entryChange);
  const now = toInstant(context.now());

  const changed: ConversationRecord = {
    ...entry,
    body: fields.body === undefined ? entry.body : toStoredHtml(fields.body),
    attachment_ids: [
      ...entry.attachment_ids,
      ...(await storeFiles(context, files, countAttachmentBytes(context, entry.ticket_id))),
    ],
    last_edited_at: now,
    last_edited_user_id: AGENTS[0].id,
    updated_at: now,
  };
  context.store.conversations.save(changed);
  saveTicket(context, findTicket(context, entry.ticket_id));
  return json(200, toNoteAnswer(context, changed));
};

export const deleteEntry = (context: FreshdeskContext, id: number) => {
  const entry = findEntry(context, id);
  context.store.conversations.remove(id);
  saveTicket(context, findTicket(context, entry.ticket_id));

  return NO_CONTENT;
};
