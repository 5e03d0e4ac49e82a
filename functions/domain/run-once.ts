import type { DatabaseOf, StoreName } from '#functions/ports/database/database.ts';
import { type IdempotencyKey, NAMES_NOBODY } from '#functions/ports/database/system/idempotency-store.ts';
import { AppError, SENT_WITH_OTHER_CONTENT } from '#shared/errors.ts';

/**
 * Runs a write in one transaction and reads its answer afterwards. With a key it writes once: a repeat reads the answer
 * as it is then, because an answer that names clients is not kept (D73). Only the id that `write` returns is kept, and
 * `readAgain` gets it both times.
 */
export const runOnce = async <Name extends StoreName, Kept extends number | null, Answer>(
  database: DatabaseOf<Name | 'idempotency'>,
  key: IdempotencyKey | undefined,
  write: (transaction: DatabaseOf<Name | 'idempotency'>) => Promise<Kept>,
  readAgain: (kept: Kept) => Promise<Answer>,
): Promise<Answer> => {
  const done = await database.transaction(async (transaction) => {
    if (key && !(await transaction.idempotency.claim(key))) {
      return undefined;
    }
    const kept = await write(transaction);
    if (key && kept !== null) {
      await transaction.idempotency.keepAnswer(key, kept, NAMES_NOBODY);
    }

    return { kept };
  });
  if (done || !key) {
    return readAgain(done?.kept as Kept);
  }

  const found = await database.idempotency.findAnswer(key);
  if (found?.bodyHash !== key.bodyHash) {
    throw new AppError('unprocessable', SENT_WITH_OTHER_CONTENT);
  }

  return readAgain(found.answer as Kept);
};
