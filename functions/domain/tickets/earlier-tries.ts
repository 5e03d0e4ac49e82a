import type { OwnTicket } from '#functions/ports/database/tickets/conversation-store.ts';
import type {
  ArrivedMessage,
  TicketText,
  UncertainTicket,
} from '#functions/ports/database/tickets/message-store.ts';
import type { HelpdeskEntry, HelpdeskTicket } from '#functions/ports/helpdesk.ts';
import { isSameText } from './same-text.ts';

/** Our clock and the helpdesk's may differ by so much. */
const CLOCK_SLACK_MS = 60_000;

/** From when on the helpdesk may have what was first tried then. */
export const sinceFirstTry = (uncertainSince: Date) => new Date(uncertainSince.getTime() - CLOCK_SLACK_MS);

const isSince = (createdAt: string, firstTry: Date) => new Date(createdAt) >= sinceFirstTry(firstTry);

/** Whether a ticket can be what an earlier try made without our knowing: same contact, same text, made since. */
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

/** The same of a reply, among the entries of its ticket. */
export const isEarlierReply = (entry: HelpdeskEntry, body: string, firstTry: Date): boolean =>
  !entry.isIncoming && isSince(entry.createdAt, firstTry) && isSameText(entry.bodyHtml, body);

export const describeOpening = (subject: string) => `Ticket opened: ${subject}`;
export const describeReply = (subject: string) => `Reply sent: ${subject}`;

/** Which uncertain tickets a reading of the helpdesk may have met: each with each that it could be. */
export const findArrivedTickets = (
  tickets: readonly HelpdeskTicket[],
  uncertain: readonly UncertainTicket[],
): ArrivedMessage[] =>
  uncertain.flatMap(({ messageId, contactId, since, ...text }) =>
    tickets
      .filter((ticket) => isEarlierTicket(ticket, contactId, text, since))
      .map(({ id }) => ({ messageId, helpdeskId: id, activity: describeOpening(text.subject) })),
  );

/** Which uncertain replies the reading may have met. */
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
