import { makeMailStore } from '#functions/adapters/database/mails/sql-mail-store.ts';

export const mailStore = { mails: makeMailStore };
