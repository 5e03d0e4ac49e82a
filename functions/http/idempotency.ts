import * as z from 'zod';
import type { AnswerAbout, OnceKey } from '#functions/ports/database/system/idempotency-store.ts';
import type { Route } from '#shared/contract/route.ts';
import { AppError } from '#shared/errors.ts';

const KEY_FORMAT = /^[\x21-\x7e]{8,255}$/;

/** Returns what identifies a repeated request, or undefined if it has no Idempotency-Key; refuses a malformed one. */
export const readOnceKey = async (
  headers: Record<string, string | undefined>,
  request: object,
): Promise<OnceKey | undefined> => {
  const key = headers['idempotency-key'];
  if (key === undefined) {
    return undefined;
  }
  if (!KEY_FORMAT.test(key)) {
    const sentence = 'Idempotency-Key must be 8 to 255 visible ASCII characters';
    throw new AppError('invalid_request', sentence, { fields: { 'Idempotency-Key': sentence } });
  }
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(request)));

  return { key, bodyHash: Buffer.from(digest).toString('base64url') };
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
