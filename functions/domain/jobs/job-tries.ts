import { AppError, type ErrorCode } from '#shared/errors.ts';

interface Tried {
  /** Includes the try that is running. */
  attempts: number;
  /** Number of tries that crashed. The running try counts as crashed until its end is known. */
  crashes: number;
  firstTriedAt: Date;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A job that crashes this often is itself at fault. A try that meets an outage does not count as a crash. */
const CRASHES_MAX = 5;

/** Long enough to outlast an outage of a weekend without anybody's help. */
export const GIVE_UP_AFTER_MS = 3 * 24 * HOUR_MS;

/**
 * Errors that waiting can mend: an unavailable service may come back, and one that was called too often answers again.
 */
const PASSING: readonly ErrorCode[] = ['unavailable', 'too_many_requests'];

/** True if a try failed because another service did not answer. */
export const isVendorOutage = (error: unknown): boolean =>
  error instanceof AppError && PASSING.includes(error.code);

/** True if the error is a refusal, which stays one however often it is tried; any other fault may pass. */
export const isRefusal = (error: unknown): boolean => error instanceof AppError && !isVendorOutage(error);

/** True if a month was closed meanwhile, which moves the entries of the next try to a later day. */
export const isOfClosing = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'month_closed';

/**
 * Returns when to retry a failed job of any kind: a date, null (when its queue redelivers it), or undefined (never). If
 * another service did not answer, the job waits a minute, then twice as long each time, up to an hour, and is given up
 * when its time is over.
 */
export const nextTry = (
  error: unknown,
  { attempts, crashes, firstTriedAt }: Tried,
  now: Date,
  giveUpAfterMs = GIVE_UP_AFTER_MS,
): Date | null | undefined => {
  if (isRefusal(error)) {
    return undefined;
  }
  if (!isVendorOutage(error)) {
    return crashes < CRASHES_MAX ? null : undefined;
  }

  const waitMs = Math.min(MINUTE_MS * 2 ** (attempts - 1), HOUR_MS);
  const notBefore = new Date(now.getTime() + waitMs);

  return notBefore.getTime() <= firstTriedAt.getTime() + giveUpAfterMs ? notBefore : undefined;
};

/** True if a job that crashed once too often was claimed again, because its last worker did not live to park it. */
export const hasCrashedTooOften = ({ crashes }: Pick<Tried, 'crashes'>): boolean => crashes > CRASHES_MAX;
