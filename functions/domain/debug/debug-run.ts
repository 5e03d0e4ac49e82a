import { DriveFault } from '#functions/ports/drive-console.ts';
import type { DebugError, DebugResult, DebugStep } from '#shared/contract/debug.ts';
import { AppError, isTimeout } from '#shared/errors.ts';

/** One test of a run. */
export interface Test {
  name: string;
  /** Returns its finding, in words. */
  run(): Promise<string>;
  /** Advice for a fault for which there is no sentence. */
  advice?: string;
  /** True if the test also runs after a timeout, because it cleans up or calls no vendor. */
  isDue?(): boolean;
}

/** A fault that a test itself found, in a sentence that says what to do. */
export class Finding extends Error {
  readonly details: readonly string[];

  constructor(sentence: string, { details = [], cause }: { details?: string[]; cause?: unknown } = {}) {
    super(sentence, { cause });
    this.name = 'Finding';
    this.details = details;
  }
}

/** Logs the causes of faults, which nobody is shown. */
export type Report = (failure: unknown) => void;

const NO_ADVICE = 'It did not work. The log of this function tells why.';

/**
 * Returns the parts of a fault that may be shown, by an allow-list: sentences that we wrote, and codes of a known form
 * (D6).
 */
const describeFault = (error: unknown, advice = NO_ADVICE): DebugError => {
  const seen = { message: advice, code: null, status: null, details: [] };

  if (error instanceof Finding) {
    return { ...seen, message: error.message, details: [...error.details] };
  }
  if (error instanceof DriveFault) {
    return { ...seen, message: error.message, code: error.reason, status: error.status };
  }

  return error instanceof AppError ? { ...seen, message: error.message } : seen;
};

const NOT_TRIED: DebugError = { message: 'Not tried', code: null, status: null, details: [] };

const failed = (name: string, error: DebugError, durationMs: number | null): DebugStep => ({
  name,
  status: 'FAILED',
  result: null,
  error,
  durationMs,
});

/**
 * Runs the tests of one vendor in order and times each. After a failed test the next ones still run, since each may
 * show a different fault. After a timeout only the tests that are still due run, such as those that clean up.
 */
export const runTests = async (
  tests: readonly Test[],
  clock: () => Date,
  report: Report,
): Promise<DebugStep[]> => {
  const steps: DebugStep[] = [];
  let hasTimedOut = false;

  for (const { name, run, advice, isDue } of tests) {
    if (hasTimedOut && !isDue?.()) {
      steps.push(failed(name, NOT_TRIED, null));
      continue;
    }

    const startedAt = clock().getTime();
    try {
      const result = await run();
      steps.push({ name, status: 'SUCCESS', result, error: null, durationMs: clock().getTime() - startedAt });
    } catch (error) {
      report(new Error(`The test '${name}' failed`, { cause: error }));
      hasTimedOut ||= isTimeout(error);
      steps.push(failed(name, describeFault(error, advice), clock().getTime() - startedAt));
    }
  }

  return steps;
};

/** Returns the whole result: its message counts the failed tests, and its error is that of the first. */
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
