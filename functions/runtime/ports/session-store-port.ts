import { makeSessionStore } from '#functions/adapters/database/auth/sql-session-store.ts';

export const sessionStore = { sessions: makeSessionStore };
