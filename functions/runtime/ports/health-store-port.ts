import { makeHealthStore } from '#functions/adapters/database/system/sql-health-store.ts';

export const healthStore = { health: makeHealthStore };
