import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { IdempotencyKey } from '#functions/ports/database/system/idempotency-store.ts';
import { AppError, SENT_WITH_OTHER_CONTENT } from '#shared/errors.ts';

const KEY_FORMAT = /^[\x21-\x7e]{8,255}$/;

/** Returns the Idempotency-Key header, or undefined if there is none; refuses a malformed one. */
export const readIdempotencyKey = (headers: Record<string, string | undefined>): string | undefined => {
  const key = headers['idempotency-key'];
  if (key === undefined || KEY_FORMAT.test(key)) {
    return key;
  }

  const sentence = 'Idempotency-Key must be 8 to 255 visible ASCII characters';
  throw new AppError('invalid_request', sentence, { fields: { 'Idempotency-Key': sentence } });
};

export const hashRequest = async (request: unknown): Promise<string> => {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const digest = await crypto.subtle.digest('SHA-256', bytes);

  return Buffer.from(digest).toString('base64url');
};

/**
 * Runs a write once per key: the key, the write and its answer are stored in one transaction. A repeated call gets the
 * first answer, or 422 if its content differs; while the first still runs it waits, then gets 409. A refusal or fault
 * rolls the key back with the write. Nothing was written then, so the key may be used again, even for other content
 * (D26).
 */
export const runOnce = async <Answer>(
  database: DatabaseOf<'idempotency'>,
  key: IdempotencyKey,
  run: (database: DatabaseOf<'idempotency'>) => Promise<Answer>,
): Promise<{ result: Answer; isRepeated: boolean }> => {
  const first = await database.transaction(async (transaction) => {
    if (!(await transaction.idempotency.claim(key))) {
      return undefined;
    }
    const answer = await run(transaction);
    await transaction.idempotency.keepAnswer(key, answer);

    return { result: answer, isRepeated: false };
  });
  if (first) {
    return first;
  }

  const kept = await database.idempotency.findAnswer(key);
  if (kept?.bodyHash !== key.bodyHash) {
    throw new AppError('unprocessable', SENT_WITH_OTHER_CONTENT);
  }

  return { result: kept.answer as Answer, isRepeated: true };
};
