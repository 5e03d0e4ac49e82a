import { makeTicketStore } from '#functions/adapters/database/tickets/sql-ticket-store.ts';

export const ticketStore = { tickets: makeTicketStore };
