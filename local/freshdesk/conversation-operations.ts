import * as z from 'zod';
import type { HttpRequest } from '#local/http/http-server.ts';
import { positiveInteger, readBody } from './body.ts';
import { AGENTS, type FreshdeskContext, findAgent, toInstant } from './context.ts';
import { NOTE, toConversationResource } from './conversation-resource.ts';
import { invalidValue, json, notFound } from './errors.ts';
import { toStoredHtml } from './html-text.ts';
import { answerPage, readPage, requireKnownParameters } from './paging.ts';
import type { ConversationRecord, TicketRecord } from './records.ts';
import { findTicket, listEntries, saveTicket } from './ticket-records.ts';

const noteInput = z.strictObject({
  body: z.string().min(1, 'It should not be blank as this is a mandatory field'),
  private: z.boolean().default(true),
  incoming: z.boolean().default(false),
  user_id: positiveInteger.optional(),
});

type NewEntry = Pick<ConversationRecord, 'body' | 'source' | 'user_id'> &
  Partial<Pick<ConversationRecord, 'private' | 'incoming' | 'from_email' | 'to_emails'>>;

/** Notes the first agent's answer that the client can see, which ends the wait for one. */
const withResponse = (ticket: TicketRecord, entry: ConversationRecord): TicketRecord => {
  if (entry.private) {
    return ticket;
  }
  const now = entry.created_at;
  const stats = findAgent(entry.user_id)
    ? { agent_responded_at: now, first_responded_at: ticket.stats.first_responded_at ?? now }
    : { requester_responded_at: now };

  return { ...ticket, stats: { ...ticket.stats, ...stats } };
};

/** Adds an entry to the conversation; the status does not change, because at Freshdesk only automations change it. */
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

/** Makes the answer to a new note; unlike lists, it has no source. */
const toNoteAnswer = (context: FreshdeskContext, entry: ConversationRecord) => {
  const { source: _source, to_emails, ...answer } = toConversationResource(context, entry);

  return { ...answer, notified_to: to_emails };
};

export const createNote = (context: FreshdeskContext, ticketId: number, request: HttpRequest) => {
  const ticket = findTicket(context, ticketId);
  if (ticket.deleted || ticket.spam) {
    throw notFound();
  }
  const fields = readBody(request, noteInput);
  const author = fields.user_id ?? AGENTS[0].id;
  const contact = context.store.contacts.find(author);
  if (!findAgent(author) && (!contact || contact.deleted)) {
    throw invalidValue('user_id', 'There is no contact matching the given user_id');
  }

  const entry = addEntry(
    context,
    ticket,
    {
      body: fields.body,
      source: NOTE,
      user_id: author,
      private: fields.private,
      incoming: fields.incoming,
    },
    [],
  );
  return json(201, toNoteAnswer(context, entry));
};
