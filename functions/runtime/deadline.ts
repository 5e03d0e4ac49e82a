import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from 'aws-lambda';

/** Kept back from an invocation's time for what follows a call that was given up: to roll back, to log, to answer. */
const RESERVE_MS = 5_000;

/** What a call after the end still gets, such as the one that says of a job that it failed. */
const LAST_CALL_MS = 1_000;

const deadlines = new AsyncLocalStorage<number>();

/** Runs an invocation whose calls end in time, so that it is the function that answers and not Lambda's own timeout. */
export const runInTime = <Result>(
  { getRemainingTimeInMillis }: Pick<Context, 'getRemainingTimeInMillis'>,
  run: () => Result,
): Result => deadlines.run(Date.now() + getRemainingTimeInMillis() - RESERVE_MS, run);

/** What the invocation still has for its calls; at start-up, outside of any, there is no end. */
export const timeLeftMs = (): number =>
  Math.max((deadlines.getStore() ?? Number.POSITIVE_INFINITY) - Date.now(), LAST_CALL_MS);
