import { makeUserStore } from '#functions/adapters/database/users/sql-user-store.ts';

export const userStore = { users: makeUserStore };
