import { makeMailWorkStore } from '#functions/adapters/database/mails/sql-mail-work-store.ts';

export const mailWorkStore = { mailWork: makeMailWorkStore };
