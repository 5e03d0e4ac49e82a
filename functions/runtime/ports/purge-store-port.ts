import { makePurgeStore } from '#functions/adapters/database/system/sql-purge-store.ts';

export const purgeStore = { purge: makePurgeStore };
