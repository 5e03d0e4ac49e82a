import { makeDebugStore } from '#functions/adapters/database/debug/sql-debug-store.ts';

export const debugStore = { debug: makeDebugStore };
