import { describe, inject, it } from 'vitest';

/** Whether this file runs on the synthesized stack (vitest.config.ts) and not on the portal in this process. */
const isOnTheStack = inject('stack') !== undefined;

/** Cases that the packaged functions would answer as the sources do: they run in this process alone. */
export const describeInProcess = describe.skipIf(isOnTheStack);
export const itInProcess = it.skipIf(isOnTheStack);
