import { makeUserListStore } from '#functions/adapters/database/users/sql-user-list-store.ts';

export const userListStore = { userLists: makeUserListStore };
