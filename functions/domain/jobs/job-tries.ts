import { AppError, type ErrorCode } from '#shared/errors.ts';
import type { Tries } from '#shared/job-kinds.ts';

interface Tried {
  /** The try that is running included. */
  attempts: number;
  firstTriedAt: Date;
}

const later = (instant: Date, seconds: number) => new Date(instant.getTime() + seconds * 1000);

/** Waiting can mend these: what is not there may come back, and who is asked too often answers again. */
const PASSING: readonly ErrorCode[] = ['unavailable', 'too_many_requests'];

/** A refusal stays one however often it is tried; any other fault may pass. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && !PASSING.includes(error.code);

/** When a job whose try has failed is tried again; null as its queue delivers it, undefined never. */
export const nextTry = (
  tries: Tries,
  { attempts, firstTriedAt }: Tried,
  now: Date,
): Date | null | undefined => {
  if ('countMax' in tries) return attempts < tries.countMax ? null : undefined;

  const waitSeconds = Math.min(tries.waitSecondsMin * 2 ** (attempts - 1), tries.waitSecondsMax);
  const notBefore = later(now, waitSeconds);

  return notBefore <= later(firstTriedAt, tries.giveUpAfterSeconds) ? notBefore : undefined;
};

/** Whether a job is claimed once more although its last try is over: the worker of that one did not live to say so. */
export const isBeyondLastTry = (tries: Tries, { attempts, firstTriedAt }: Tried, now: Date): boolean =>
  'countMax' in tries
    ? attempts > tries.countMax
    : now > later(firstTriedAt, tries.giveUpAfterSeconds + tries.waitSecondsMax);
