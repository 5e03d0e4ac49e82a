import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from 'aws-lambda';

/** Kept back from an invocation's time for the work after a call that was given up: to roll back, to log, to answer. */
const RESERVE_MS = 5_000;

/** Time limit of a call after the deadline, such as the one that marks a job as failed. */
const LAST_CALL_MS = 1_000;

interface Invocation {
  endsAt: number;
  /** Work in parallel, which must not fail. */
  pending: Promise<unknown>[];
  closings: (() => void)[];
}

const invocations = new AsyncLocalStorage<Invocation>();

/**
 * Runs an invocation whose calls end in time, so that the function answers before Lambda's own timeout. Its answer waits
 * for all its work, and until what it opened is closed.
 */
export const runInTime = async <Result>(
  { getRemainingTimeInMillis }: Pick<Context, 'getRemainingTimeInMillis'>,
  run: () => Promise<Result>,
): Promise<Result> => {
  const invocation: Invocation = {
    endsAt: Date.now() + getRemainingTimeInMillis() - RESERVE_MS,
    pending: [],
    closings: [],
  };
  try {
    return await invocations.run(invocation, run);
  } finally {
    // Lambda freezes work that is still running after the answer.
    await Promise.all(invocation.pending);
    for (const close of invocation.closings) {
      close();
    }
  }
};

/** Returns the time that the invocation has left for its calls; without end at start-up, outside any invocation. */
export const timeLeftMs = (): number =>
  Math.max((invocations.getStore()?.endsAt ?? Number.POSITIVE_INFINITY) - Date.now(), LAST_CALL_MS);

/** Makes the invocation's answer wait for work that nobody else awaits and that cannot fail. */
export const beforeAnswer = (work: Promise<unknown>): void => {
  invocations.getStore()?.pending.push(work);
};

/**
 * Returns a function that opens something once in each invocation that asks for it, to be closed with the invocation.
 * Outside any invocation nothing is kept.
 */
export const oncePerInvocation = <Opened>(
  open: () => Opened,
  close: (opened: Opened) => void,
): (() => Opened) => {
  const kept = new WeakMap<Invocation, Opened>();

  return () => {
    const invocation = invocations.getStore();
    if (!invocation) {
      return open();
    }
    const known = kept.get(invocation);
    if (known !== undefined) {
      return known;
    }
    const opened = open();
    kept.set(invocation, opened);
    invocation.closings.push(() => close(opened));

    return opened;
  };
};
