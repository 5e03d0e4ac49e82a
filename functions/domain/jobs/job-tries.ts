import { AppError, type ErrorCode } from '#shared/errors.ts';

interface Tried {
  /** The try that is running included. */
  attempts: number;
  /** How many of them crashed: the one that is running counts as long as nobody has said otherwise. */
  crashes: number;
  firstTriedAt: Date;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A job that crashed so often has a fault of its own; an outage takes none of these tries. */
const CRASHES_MAX = 5;

/** An outage of a weekend passes without anyone's doing. */
const GIVE_UP_AFTER_MS = 3 * 24 * HOUR_MS;

/** Waiting can mend these: what is not there may come back, and who is asked too often answers again. */
const PASSING: readonly ErrorCode[] = ['unavailable', 'too_many_requests'];

/** Whether a try failed because someone else did not answer. */
export const isOutage = (error: unknown): boolean =>
  error instanceof AppError && PASSING.includes(error.code);

/** A refusal stays one however often it is tried; any other fault may pass. */
export const isRefusal = (error: unknown): boolean => error instanceof AppError && !isOutage(error);

/**
 * When a job of any kind is tried again after a try that failed; null as its queue delivers it, undefined never. Where
 * someone did not answer, it waits a minute, then each time twice as long, up to an hour.
 */
export const nextTry = (
  error: unknown,
  { attempts, crashes, firstTriedAt }: Tried,
  now: Date,
): Date | null | undefined => {
  if (isRefusal(error)) {
    return undefined;
  }
  if (!isOutage(error)) {
    return crashes < CRASHES_MAX ? null : undefined;
  }

  const waitMs = Math.min(MINUTE_MS * 2 ** (attempts - 1), HOUR_MS);
  const notBefore = new Date(now.getTime() + waitMs);

  return notBefore.getTime() <= firstTriedAt.getTime() + GIVE_UP_AFTER_MS ? notBefore : undefined;
};

/** Whether a job was claimed once more although its last crash was one too many: that worker did not live to say so. */
export const hasCrashedTooOften = ({ crashes }: Pick<Tried, 'crashes'>): boolean => crashes > CRASHES_MAX;
