import type { OwnTicket } from '#functions/ports/database/tickets/conversation-store.ts';
import type {
  ArrivedMessage,
  TicketText,
  UncertainTicket,
} from '#functions/ports/database/tickets/message-store.ts';
import type { HelpdeskEntry, HelpdeskTicket } from '#functions/ports/helpdesk.ts';
import { isSameText } from './same-text.ts';

/** Allowed difference between our clock and the helpdesk's. */
const CLOCK_SLACK_MS = 60_000;

/**
 * Returns the earliest creation time that the helpdesk can show for a message whose first uncertain try was at this
 * time.
 */
export const sinceFirstTry = (uncertainSince: Date) => new Date(uncertainSince.getTime() - CLOCK_SLACK_MS);

const isSince = (createdAt: string, firstTry: Date) => new Date(createdAt) >= sinceFirstTry(firstTry);

/**
 * True if an earlier try, whose answer was lost, may have created this ticket: same contact, same text, created
 * since.
 */
export const isEarlierTicket = (
  ticket: HelpdeskTicket,
  contactId: number,
  { subject, description }: Pick<TicketText, 'subject' | 'description'>,
  firstTry: Date,
): boolean =>
  ticket.contactId === contactId &&
  isSince(ticket.createdAt, firstTry) &&
  ticket.subject.trim() === subject.trim() &&
  isSameText(ticket.descriptionHtml, description);

/**
 * True if an earlier try, whose answer was lost, may have created this entry: by the client, same text, created
 * since.
 */
export const isEarlierReply = (entry: HelpdeskEntry, body: string, firstTry: Date): boolean =>
  !entry.isIncoming && isSince(entry.createdAt, firstTry) && isSameText(entry.bodyHtml, body);

export const describeOpening = (subject: string) => `Ticket opened: ${subject}`;
export const describeReply = (subject: string) => `Reply sent: ${subject}`;

/** Pairs each uncertain ticket with every helpdesk ticket that might be the same one. */
export const findArrivedTickets = (
  tickets: readonly HelpdeskTicket[],
  uncertain: readonly UncertainTicket[],
): ArrivedMessage[] =>
  uncertain.flatMap(({ messageId, contactId, since, ...text }) =>
    tickets
      .filter((ticket) => isEarlierTicket(ticket, contactId, text, since))
      .map(({ id }) => ({ messageId, helpdeskId: id, activity: describeOpening(text.subject) })),
  );

/** Pairs each uncertain reply with every entry of its conversation that might be the same one. */
export const findArrivedReplies = (
  entries: readonly HelpdeskEntry[],
  { subject, replies }: OwnTicket,
): ArrivedMessage[] =>
  replies.flatMap(({ id, bodyText, uncertainSince }) =>
    uncertainSince === null
      ? []
      : entries
          .filter((entry) => isEarlierReply(entry, bodyText, uncertainSince))
          .map((entry) => ({ messageId: -id, helpdeskId: entry.id, activity: describeReply(subject) })),
  );
