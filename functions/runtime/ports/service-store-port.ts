import { makeServiceStore } from '#functions/adapters/database/services/sql-service-store.ts';

export const serviceStore = { services: makeServiceStore };
