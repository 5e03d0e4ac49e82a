import { makeUserChangeStore } from '#functions/adapters/database/users/sql-user-change-store.ts';

export const userChangeStore = { userChanges: makeUserChangeStore };
