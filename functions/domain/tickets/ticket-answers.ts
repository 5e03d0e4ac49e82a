import { cleanTicketHtml } from '#functions/documents/ticket-html.ts';
import type {
  Sending,
  StoredAttachment,
  StoredEntry,
  StoredTicket,
} from '#functions/ports/database/tickets/stored-ticket.ts';
import type { Attachment, ConversationEntry, Ticket } from '#shared/contract/tickets.ts';
import { AppError } from '#shared/errors.ts';
import { escapeLines } from '#shared/escape-html.ts';

/** Characters of HTML that are cleaned for one answer; older entries beyond them are shown as plain text. */
const HTML_LENGTH_MAX = 600_000;

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

const toEntryOf = (stored: StoredEntry, html: string, ticketId: number): ConversationEntry => ({
  id: stored.id,
  incoming: stored.isIncoming,
  private: false,
  body: cleanTicketHtml(html, ticketId),
  body_text: stored.bodyText,
  created_at: stored.createdAt,
  attachments: stored.attachments.map(toAttachment),
  ...toSending(stored.sending),
});

export const toEntry = (stored: StoredEntry, ticketId: number): ConversationEntry =>
  toEntryOf(stored, stored.bodyHtml, ticketId);

/** Returns the entries of a conversation as the client sees them, oldest first. */
export const toEntries = (entries: readonly StoredEntry[], ticketId: number): ConversationEntry[] => {
  let length = 0;

  return entries
    .toReversed()
    .map((stored) => {
      length += stored.bodyHtml.length;

      return toEntryOf(
        stored,
        length <= HTML_LENGTH_MAX ? stored.bodyHtml : escapeLines(stored.bodyText),
        ticketId,
      );
    })
    .toReversed();
};
