import { and, eq, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { findDatabaseFault, LOCK_NOT_AVAILABLE } from '#functions/adapters/database/database-fault.ts';
import { idempotencyKeys } from '#functions/database/schema/system-tables.ts';
import type { IdempotencyKey, IdempotencyStore } from '#functions/ports/database/system/idempotency-store.ts';
import { AppError } from '#shared/errors.ts';

const matches = ({ userId, route, key }: IdempotencyKey) =>
  and(eq(idempotencyKeys.user_id, userId), eq(idempotencyKeys.route, route), eq(idempotencyKeys.key, key));

export const makeIdempotencyStore = (db: Connection): IdempotencyStore => ({
  claim: async ({ userId, route, key, bodyHash }) => {
    try {
      // Waits for a key that another transaction has written, as long as the role waits for any lock.
      const claimed = await db.execute(sql`
        insert into ${idempotencyKeys} (user_id, route, key, body_hash)
        values (${userId}::int, ${route}, ${key}, ${bodyHash})
        on conflict (user_id, route, key) do update
          set body_hash = excluded.body_hash, answer = null, created_at = now()
          where idempotency_keys.created_at < now() - interval '24 hours'
        returning key`);

      return claimed.rows.length === 1;
    } catch (error) {
      if (findDatabaseFault(error)?.sqlState !== LOCK_NOT_AVAILABLE) {
        throw error;
      }
      throw new AppError('conflict', 'The same request is still being worked on. Please wait a moment.', {
        cause: error,
        retryAfterSeconds: 10,
      });
    }
  },

  keepAnswer: async (key, answer) => {
    await db.update(idempotencyKeys).set({ answer }).where(matches(key));
  },

  findAnswer: async (key) => {
    const [row] = await db
      .select({ bodyHash: idempotencyKeys.body_hash, answer: idempotencyKeys.answer })
      .from(idempotencyKeys)
      .where(matches(key));

    return row;
  },
});
