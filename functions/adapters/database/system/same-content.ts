import type { OnceKey } from '#functions/ports/database/system/idempotency-store.ts';
import { AppError, SENT_WITH_OTHER_CONTENT } from '#shared/errors.ts';

/** Refuses a key that was used for a request with other content. */
export const requireSameContent = (
  used: Pick<OnceKey, 'bodyHash'> | undefined,
  { bodyHash }: OnceKey,
): void => {
  if (used?.bodyHash !== bodyHash) {
    throw new AppError('unprocessable', SENT_WITH_OTHER_CONTENT);
  }
};
