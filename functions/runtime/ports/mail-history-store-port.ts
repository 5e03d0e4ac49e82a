import { makeMailHistoryStore } from '#functions/adapters/database/mails/sql-mail-history-store.ts';

export const mailHistoryStore = { mailHistory: makeMailHistoryStore };
