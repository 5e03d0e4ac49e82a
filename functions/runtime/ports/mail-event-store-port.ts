import { makeMailEventStore } from '#functions/adapters/database/mails/sql-mail-event-store.ts';

export const mailEventStore = { mailEvents: makeMailEventStore };
