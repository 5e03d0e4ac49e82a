import { makeIdempotencyStore } from '#functions/adapters/database/system/sql-idempotency-store.ts';

export const idempotencyStore = { idempotency: makeIdempotencyStore };
