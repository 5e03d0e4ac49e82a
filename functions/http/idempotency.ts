import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { IdempotencyKey, OnceKey } from '#functions/ports/database/system/idempotency-store.ts';
import type { RouteId } from '#shared/contract/index.ts';
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

/** The answer of a write, or the key of one that is done already. */
type Done<Answer> = { result: Answer } | { repeats: IdempotencyKey };

/**
 * Runs a write in one transaction, which begins beside the check of the caller's session and writes nothing before the
 * caller is known. With a key it runs once: the key and the answer are stored in the same transaction. A repeated call
 * gets the first answer, or 422 if its content differs; while the first still runs it waits, then gets 409. A refusal or
 * fault rolls the key back with the write. Nothing was written then, so the key may be used again, even for other
 * content (D26).
 */
export const runInTransaction = async <Answer>(
  database: DatabaseOf<'idempotency'>,
  { caller, route, once }: { caller: Promise<SessionUser>; route: RouteId; once: OnceKey | undefined },
  run: (database: DatabaseOf<'idempotency'>) => Promise<Answer>,
): Promise<{ result: Answer; isRepeated: boolean }> => {
  const done = await database.transaction(async (transaction): Promise<Done<Answer>> => {
    const { userId } = await caller;
    if (!once) {
      return { result: await run(transaction) };
    }

    const key = { userId, route, ...once };
    if (!(await transaction.idempotency.claim(key))) {
      return { repeats: key };
    }
    const result = await run(transaction);
    await transaction.idempotency.keepAnswer(key, result);

    return { result };
  });
  if ('result' in done) {
    return { result: done.result, isRepeated: false };
  }

  const kept = await database.idempotency.findAnswer(done.repeats);
  if (kept?.bodyHash !== done.repeats.bodyHash) {
    throw new AppError('unprocessable', SENT_WITH_OTHER_CONTENT);
  }

  return { result: kept.answer as Answer, isRepeated: true };
};
