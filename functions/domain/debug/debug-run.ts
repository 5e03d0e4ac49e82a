import { DriveFault } from '#functions/ports/drive-console.ts';
import { HelpdeskError } from '#functions/ports/helpdesk.ts';
import type { DebugError, DebugResult, DebugStep } from '#shared/contract/debug.ts';
import { AppError } from '#shared/errors.ts';

/** One test of a run: answers what it found, in words. */
export interface Test {
  name: string;
  run(): Promise<string>;
}

const NOT_TRIED: DebugError = { message: 'Not tried', code: null, status: null, details: [] };

const failed = (name: string, error: DebugError, durationMs: number | null): DebugStep => ({
  name,
  status: 'FAILED',
  result: null,
  error,
  durationMs,
});

/** What may be seen of a fault, by an allow-list: sentences that we wrote, and codes of a known form (D6). */
const describeFault = (error: unknown): DebugError => {
  if (error instanceof DriveFault) {
    return { message: error.message, code: error.reason, status: error.status, details: [] };
  }
  if (error instanceof AppError) {
    const cause = error instanceof HelpdeskError && error.cause instanceof Error ? [error.cause.message] : [];

    return { message: error.message, code: error.code, status: null, details: cause };
  }

  return {
    message: 'It did not work. The cause stands in the log of this function.',
    code: null,
    status: null,
    details: [],
  };
};

const isTimeout = (error: unknown): boolean =>
  (error instanceof DriveFault && error.isTimeout) || (error instanceof HelpdeskError && error.isOutage);

/**
 * Runs the tests of one vendor in their order, each timed. After one that failed the next are tried all the same, since
 * each may tell something else; after one that met no answer in time nothing of that vendor is tried any more.
 */
export const runTests = async (
  tests: readonly Test[],
  clock: () => Date,
  noteFault: (name: string, error: unknown) => void,
): Promise<DebugStep[]> => {
  const steps: DebugStep[] = [];
  let hasTimedOut = false;

  for (const { name, run } of tests) {
    if (hasTimedOut) {
      steps.push(failed(name, NOT_TRIED, null));
      continue;
    }

    const startedAt = clock().getTime();
    try {
      const result = await run();
      steps.push({ name, status: 'SUCCESS', result, error: null, durationMs: clock().getTime() - startedAt });
    } catch (error) {
      noteFault(name, error);
      hasTimedOut = isTimeout(error);
      steps.push(failed(name, describeFault(error), clock().getTime() - startedAt));
    }
  }

  return steps;
};

/** The whole result; its message names what failed. */
export const toResult = (
  steps: readonly DebugStep[],
  { succeeded, now }: { succeeded: string; now: Date },
): DebugResult => {
  const faults = steps.filter(({ status }) => status === 'FAILED');
  const [first] = faults;

  return {
    success: faults.length === 0,
    message: first ? `${faults.length} of ${steps.length} tests failed` : succeeded,
    error: first?.error ? { message: `${first.name}: ${first.error.message}` } : null,
    results: { timestamp: now.toISOString(), tests: [...steps] },
  };
};
