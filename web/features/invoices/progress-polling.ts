import type { PdfProgress } from '#shared/contract/invoices.ts';
import { ApiError } from '../../lib/reads/api-error.ts';

export const FAST_POLL_MS = 500;

const FAST_POLL_FOR_MS = 10_000;

const SLOW_POLL_MS = 2000;

export const isJobOpen = ({ state }: PdfProgress): boolean => state === 'queued' || state === 'running';

/** True if the PDF is there and its mail is on its way; the dialog says once it was sent. */
export const isMailWaiting = (progress: PdfProgress | undefined): boolean =>
  progress?.state === 'completed' && progress.mail?.state === 'waiting';

/** True if the read was refused: repeating it would be refused again. */
export const isRefusal = (error: Error | null): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/**
 * Returns the delay until the progress is read again, in ms, or false for never: short at first, then two seconds,
 * until the job is over or the read is refused. `watchedSince` is a time in ms.
 */
export const nextReadMs = (
  { data, error }: { data: PdfProgress | undefined; error: Error | null },
  watchedSince: number,
): number | false => {
  if (isRefusal(error) || (data && !isJobOpen(data))) {
    return false;
  }

  return Date.now() - watchedSince < FAST_POLL_FOR_MS ? FAST_POLL_MS : SLOW_POLL_MS;
};
