import * as z from 'zod';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type {
  AnswerAbout,
  IdempotencyKey,
  OnceKey,
} from '#functions/ports/database/system/idempotency-store.ts';
import type { RouteId } from '#shared/contract/index.ts';
import type { Route } from '#shared/contract/route.ts';
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

/** The records that a path may name. */
const RECORDS = new Map([
  ['/api/invoices/{id}', 'invoice'],
  ['/api/admin/payments/{id}', 'payment'],
  ['/api/admin/closings/{month}', 'closing'],
] as const);

const given = z.record(z.string(), z.union([z.number(), z.string()]).optional().catch(undefined)).catch({});

const named = z.object({ userId: z.number().optional(), userIds: z.array(z.number()).optional() }).catch({});

const userIdsIn = (part: unknown): number[] => {
  const { userId, userIds = [] } = named.parse(part);

  return userId === undefined ? userIds : [userId, ...userIds];
};

/**
 * Returns how the accounts that the answers of a route name follow from its request: from `userId` and `userIds` in path and body, and
 * from the record in its path. Another path is refused, because an answer that nothing goes with would stay (D11).
 */
export const accountsNamedAt = (path: Route['path']): ((request: object) => AnswerAbout) => {
  const [, start = '', param = 'userId'] = /^(.*?\{(\w+)\})/.exec(path) ?? [];
  const kind = (RECORDS as ReadonlyMap<string, NonNullable<AnswerAbout['record']>['kind']>).get(start);
  if (param !== 'userId' && !kind) {
    throw new Error(`Nothing says whose the kept answers of ${path} are`);
  }

  return (request) => {
    const { params, body } = request as { params?: unknown; body?: unknown };
    const id = given.parse(params)[param];

    return {
      userIds: [params, body].flatMap(userIdsIn),
      record: kind && id !== undefined ? { kind, id } : undefined,
    };
  };
};

/** The answer of a write, or the key of one that is done already. */
type Done<Answer> = { result: Answer } | { repeats: IdempotencyKey };

/**
 * Runs a write in one transaction, which begins beside the check of the caller's session and writes nothing before the
 * caller is known. With a key it runs once: the key and the answer are stored in the same transaction. A repeated call
 * gets the first answer, or 422 if its content differs; while the first still runs it waits, then gets 409. A refusal or
 * fault rolls the key back with the write. Nothing was written then, so the key may be used again, even for other
 * content (D26). If the answer was deleted with an account that it named, the call runs again and meets the missing record.
 */
export const runInTransaction = async <Answer>(
  database: DatabaseOf<'idempotency'>,
  write: { caller: Promise<SessionUser>; route: RouteId; once: OnceKey | undefined; about: AnswerAbout },
  run: (database: DatabaseOf<'idempotency'>) => Promise<Answer>,
): Promise<{ result: Answer; isRepeated: boolean }> => {
  const { caller, route, once, about } = write;
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
    await transaction.idempotency.keepAnswer(key, result, about);

    return { result };
  });
  if ('result' in done) {
    return { result: done.result, isRepeated: false };
  }

  const kept = await database.idempotency.findAnswer(done.repeats);
  if (!kept) {
    return runInTransaction(database, write, run);
  }
  if (kept.bodyHash !== done.repeats.bodyHash) {
    throw new AppError('unprocessable', SENT_WITH_OTHER_CONTENT);
  }

  return { result: kept.answer as Answer, isRepeated: true };
};
