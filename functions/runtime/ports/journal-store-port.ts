import { makeJournalStore } from '#functions/adapters/database/system/sql-journal-store.ts';

export const journalStore = { journal: makeJournalStore };
