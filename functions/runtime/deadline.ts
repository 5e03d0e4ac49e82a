import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from 'aws-lambda';

/** Kept back from an invocation's time for the work after a call that was given up: to roll back, to log, to answer. */
const RESERVE_MS = 5_000;

/** Time limit of a call after the deadline, such as the one that marks a job as failed. */
const LAST_CALL_MS = 1_000;

const deadlines = new AsyncLocalStorage<number>();

/** Runs an invocation whose calls end in time, so that the function answers before Lambda's own timeout. */
export const runInTime = <Result>(
  { getRemainingTimeInMillis }: Pick<Context, 'getRemainingTimeInMillis'>,
  run: () => Result,
): Result => deadlines.run(Date.now() + getRemainingTimeInMillis() - RESERVE_MS, run);

/** Returns the time that the invocation has left for its calls; without end at start-up, outside any invocation. */
export const timeLeftMs = (): number =>
  Math.max((deadlines.getStore() ?? Number.POSITIVE_INFINITY) - Date.now(), LAST_CALL_MS);
