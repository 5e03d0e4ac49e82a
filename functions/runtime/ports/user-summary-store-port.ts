import { makeUserSummaryStore } from '#functions/adapters/database/users/sql-user-summary-store.ts';

export const userSummaryStore = { userSummaries: makeUserSummaryStore };
