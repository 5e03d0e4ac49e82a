import * as z from 'zod';
import type { AuthoredEntry } from '#functions/ports/database/tickets/helpdesk-copy-store.ts';
import type { StoredAttachment } from '#functions/ports/database/tickets/stored-ticket.ts';
import type { EntryAuthor, HelpdeskAttachment, HelpdeskTicket } from '#functions/ports/helpdesk.ts';
import { cutHtml, cutText, takeFirst } from './bounded-text.ts';

/**
 * The Data API refuses a row over 64 KB and a result over 1 MiB. A ticket's parts take at most 60 KB together (D21),
 * and the part that a list returns is small enough for 200 tickets.
 */
const DESCRIPTION_BYTES_MAX = 48 * 1024;
const DESCRIPTION_START_BYTES_MAX = 2 * 1024;
const SUBJECT_BYTES_MAX = 800;
const TYPE_BYTES_MAX = 100;
const TAGS_BYTES_MAX = 1_000;
const CUSTOM_FIELDS_BYTES_MAX = 500;
const ATTACHMENTS_BYTES_MAX = 6 * 1024;
const ATTACHMENT_NAME_BYTES_MAX = 255;

const ENTRY_BODY_BYTES_MAX = 38 * 1024;
const ENTRY_TEXT_BYTES_MAX = 14 * 1024;

const storedAttachment = z.object({
  id: z.number(),
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.number(),
});
export const storedAttachments = z.array(storedAttachment);

/** The details of a ticket that the copy stores in addition to the columns that queries use. */
export const storedDetails = z.object({
  subject: z.string(),
  priority: z.number(),
  source: z.number(),
  type: z.string().nullable(),
  groupId: z.number().nullable(),
  tags: z.array(z.string()),
  customFields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  isEscalated: z.boolean(),
  isUrgent: z.boolean(),
  dueBy: z.string().nullable(),
  agentRespondedAt: z.string().nullable().default(null),
});

const toAttachments = (attachments: readonly HelpdeskAttachment[]): StoredAttachment[] =>
  takeFirst(
    attachments.map(({ id, name, contentType, sizeBytes }) => ({
      id,
      name: cutText(name, ATTACHMENT_NAME_BYTES_MAX),
      contentType: cutText(contentType, ATTACHMENT_NAME_BYTES_MAX),
      sizeBytes,
    })),
    ATTACHMENTS_BYTES_MAX,
  );

const toCustomFields = (fields: HelpdeskTicket['customFields']) =>
  Object.fromEntries(
    takeFirst(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'string' ? cutText(value, CUSTOM_FIELDS_BYTES_MAX) : value,
      ]),
      CUSTOM_FIELDS_BYTES_MAX,
    ),
  );

const toDetails = (ticket: HelpdeskTicket): z.input<typeof storedDetails> => ({
  subject: cutText(ticket.subject, SUBJECT_BYTES_MAX),
  priority: ticket.priority,
  source: ticket.source,
  type: ticket.type === null ? null : cutText(ticket.type, TYPE_BYTES_MAX),
  groupId: ticket.groupId,
  tags: takeFirst(
    ticket.tags.map((tag) => cutText(tag, TAGS_BYTES_MAX)),
    TAGS_BYTES_MAX,
  ),
  customFields: toCustomFields(ticket.customFields),
  isEscalated: ticket.isEscalated,
  isUrgent: ticket.isUrgent,
  dueBy: ticket.dueBy,
  // JSON leaves an unknown time out, and the row keeps its own.
  agentRespondedAt: ticket.agentRespondedAt,
});

/** Makes the copy's row of a ticket; with attachments only if this reading contained them. */
export const toTicketRow = (ticket: HelpdeskTicket, areAttachmentsKnown: boolean) => ({
  id: ticket.id,
  requester_id: ticket.contactId,
  status: ticket.status,
  created_at: ticket.createdAt,
  updated_at: ticket.updatedAt,
  is_first_response_known: ticket.firstRespondedAt !== undefined,
  first_responded_at: ticket.firstRespondedAt ?? null,
  description: cutHtml(ticket.descriptionHtml, DESCRIPTION_BYTES_MAX),
  description_start: cutHtml(ticket.descriptionHtml, DESCRIPTION_START_BYTES_MAX),
  attachments: areAttachmentsKnown ? toAttachments(ticket.attachments) : null,
  ticket: toDetails(ticket),
});

export const toEntryRow = (entry: AuthoredEntry) => ({
  id: entry.id,
  author_id: entry.authorId,
  author_kind: entry.author?.kind ?? null,
  author_name: entry.author?.name ?? null,
  joined_ticket_id: entry.joinedTicketId,
  body: cutHtml(entry.bodyHtml, ENTRY_BODY_BYTES_MAX),
  body_text: cutText(entry.bodyText, ENTRY_TEXT_BYTES_MAX),
  attachments: toAttachments(entry.attachments),
  created_at: entry.createdAt,
});

const authorKind = z.enum(['agent', 'client', 'other']);

/** Reads the author of a stored entry; one that is not known yet is not from us (D19). */
export const toAuthor = (kind: string | null, name: string | null): EntryAuthor => ({
  kind: authorKind.parse(kind ?? 'other'),
  name,
});
