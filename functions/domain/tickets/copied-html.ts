import { cleanTicketHtml, HTML_LENGTH_MAX } from '#functions/documents/ticket-html.ts';
import type { HelpdeskEntry, HelpdeskTicket } from '#functions/ports/helpdesk.ts';
import { endText } from '#shared/text/cut-html.ts';
import { escapeLines } from '#shared/text/escape-html.ts';

/**
 * Characters of HTML that are read of one conversation, and those that are left of them; older entries beyond either
 * become plain text.
 */
const READ_MAX = 10_000_000;
const SHOWN_MAX = 600_000;

/** Cleans what the copy keeps, so that its limits count what can be shown (D20). */
export const cleanTicket = (ticket: HelpdeskTicket): HelpdeskTicket => ({
  ...ticket,
  descriptionHtml: cleanTicketHtml(ticket.descriptionHtml, ticket.id),
});

/** Cleans the entries of a conversation, oldest first. */
export const cleanEntries = <Entry extends HelpdeskEntry>(
  entries: readonly Entry[],
  ticketId: number,
): Entry[] => {
  let read = 0;
  let shown = 0;

  return entries
    .toReversed()
    .map((entry) => {
      read += entry.bodyHtml.length;
      const isPlain = read > READ_MAX || shown > SHOWN_MAX;
      const html = isPlain ? escapeLines(endText(entry.bodyText, HTML_LENGTH_MAX / 2)) : entry.bodyHtml;
      const bodyHtml = cleanTicketHtml(html, ticketId);
      shown += bodyHtml.length;

      return { ...entry, bodyHtml };
    })
    .toReversed();
};
