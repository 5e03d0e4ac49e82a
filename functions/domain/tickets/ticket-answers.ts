import { cleanTicketHtml, HTML_LENGTH_MAX } from '#functions/documents/ticket-html.ts';
import type {
  Sending,
  StoredAttachment,
  StoredEntry,
  StoredTicket,
} from '#functions/ports/database/tickets/stored-ticket.ts';
import type { Attachment, ConversationEntry, Ticket } from '#shared/contract/tickets.ts';
import { AppError } from '#shared/errors.ts';
import { endText } from '#shared/text/cut-html.ts';

export const ticketNotFound = () => new AppError('not_found', 'Ticket not found');

/** For a message that was sent, and whose ticket the next copy brings. */
export const notShownYet = () =>
  new AppError('unavailable', 'This message cannot be shown yet. Please look at your tickets in a minute.', {
    retryAfterSeconds: 60,
  });

const toSending = ({ delivery, error, isWithdrawable }: Sending) => ({
  delivery,
  delivery_error: error,
  withdrawable: isWithdrawable,
});

const toAttachment = ({ id, name, contentType, sizeBytes }: StoredAttachment): Attachment => ({
  id,
  name,
  content_type: contentType,
  size: sizeBytes,
});

/**
 * Returns a ticket as the client sees it. The email addresses in copy are left out, because they are nobody's business
 * (D34).
 */
export const toTicket = (stored: StoredTicket): Ticket => ({
  id: stored.id,
  subject: stored.subject,
  description: cleanTicketHtml(stored.descriptionHtml, stored.id),
  priority: stored.priority,
  status: stored.status,
  created_at: stored.createdAt,
  updated_at: stored.updatedAt,
  due_by: stored.dueBy,
  agent_responded_at: stored.agentRespondedAt ?? null,
  source: stored.source,
  type: stored.type,
  is_escalated: stored.isEscalated,
  urgent: stored.isUrgent,
  tags: stored.tags,
  requester_id: stored.contactId,
  group_id: stored.groupId,
  cc_emails: [],
  reply_cc_emails: [],
  fwd_emails: [],
  custom_fields: stored.customFields,
  attachments: stored.attachments.map(toAttachment),
  ...toSending(stored.sending),
});

const JOINED = 'This ticket was joined with another one.';

/** Returns the entry's words, and for the private note of a merge our own. */
const toWords = ({ bodyHtml, bodyText, joinedTicketId }: StoredEntry, ticketId: number) =>
  joinedTicketId !== null && bodyText === ''
    ? { body: `<p>${JOINED}</p>`, body_text: JOINED }
    : { body: cleanTicketHtml(bodyHtml, ticketId), body_text: endText(bodyText, HTML_LENGTH_MAX) };

export const toEntry = (stored: StoredEntry, ticketId: number): ConversationEntry => ({
  id: stored.id,
  incoming: stored.author.kind !== 'client',
  author: stored.author,
  // Only an agent joins tickets; anybody else may write the same words.
  joined:
    stored.joinedTicketId !== null && stored.author.kind === 'agent'
      ? { ticket_id: stored.joinedTicketId }
      : null,
  private: false,
  ...toWords(stored, ticketId),
  created_at: stored.createdAt,
  attachments: stored.attachments.map(toAttachment),
  ...toSending(stored.sending),
});
