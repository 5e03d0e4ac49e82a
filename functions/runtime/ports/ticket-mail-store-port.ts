import { makeTicketMailStore } from '#functions/adapters/database/mails/sql-ticket-mail-store.ts';

export const ticketMailStore = { ticketMails: makeTicketMailStore };
