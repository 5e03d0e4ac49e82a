import { describeError } from '#functions/runtime/describe-error.ts';
import { log } from '#functions/runtime/log.ts';
import type { RouteId } from '#shared/contract/index.ts';

/** Logs what went wrong behind an answer that is a success all the same. */
export const reportBehind = (routeId: RouteId) => (failure: unknown) => {
  log.error('a failure behind the answer', { routeId, causes: describeError(failure) });
};
