import { makeHelpdeskContactStore } from '#functions/adapters/database/tickets/sql-helpdesk-contact-store.ts';

export const helpdeskContactStore = { helpdeskContacts: makeHelpdeskContactStore };
