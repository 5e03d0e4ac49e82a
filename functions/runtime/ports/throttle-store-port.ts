import { makeThrottleStore } from '#functions/adapters/database/auth/sql-throttle-store.ts';

export const throttleStore = { throttle: makeThrottleStore };
