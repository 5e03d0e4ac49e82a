import { makeOwnAccountStore } from '#functions/adapters/database/users/sql-own-account-store.ts';

export const ownAccountStore = { ownAccounts: makeOwnAccountStore };
