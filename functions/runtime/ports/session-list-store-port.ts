import { makeSessionListStore } from '#functions/adapters/database/auth/sql-session-list-store.ts';

export const sessionListStore = { sessionLists: makeSessionListStore };
