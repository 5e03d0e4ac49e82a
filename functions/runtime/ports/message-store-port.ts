import { makeMessageStore } from '#functions/adapters/database/tickets/sql-message-store.ts';

export const messageStore = { messages: makeMessageStore };
