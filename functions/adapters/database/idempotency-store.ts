import { and, eq, sql } from 'drizzle-orm';
import { idempotencyKeys } from '#functions/database/schema/system.ts';
import type { IdempotencyKey, IdempotencyStore } from '#functions/ports/database/idempotency-store.ts';
import { AppError } from '#shared/errors.ts';
import type { Connection } from './connection.ts';
import { findDatabaseFault, LOCK_NOT_AVAILABLE } from './database-fault.ts';

const WAIT_MS = 10_000;

/**
 * A transaction that nobody goes on with, such as that of a caller who died or whose rollback was refused because a
 * statement still ran, ends by itself and lets go of what it holds, such as the counter of invoices. The Data API alone
 * would keep it for three minutes.
 */
const LEFT_ALONE_MS = 10_000;

const matches = ({ userId, route, key }: IdempotencyKey) =>
  and(eq(idempotencyKeys.user_id, userId), eq(idempotencyKeys.route, route), eq(idempotencyKeys.key, key));

export const makeIdempotencyStore = (db: Connection): IdempotencyStore => ({
  claim: async ({ userId, route, key, bodyHash }) => {
    const patience = sql`
      select set_config('lock_timeout', ${String(WAIT_MS)}, true),
        set_config('idle_in_transaction_session_timeout', ${String(LEFT_ALONE_MS)}, true)`;

    try {
      // The setting must hold before the insert waits for a key that another transaction has written.
      const claimed = await db.execute(sql`
        with patience as materialized (${patience})
        insert into ${idempotencyKeys} (user_id, route, key, body_hash)
        select ${userId}::int, ${route}, ${key}, ${bodyHash} from patience
        on conflict (user_id, route, key) do update
          set body_hash = excluded.body_hash, answer = null, created_at = now()
          where idempotency_keys.created_at < now() - interval '24 hours'
        returning key`);

      return claimed.rows.length === 1;
    } catch (error) {
      if (findDatabaseFault(error)?.sqlState !== LOCK_NOT_AVAILABLE) throw error;
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
