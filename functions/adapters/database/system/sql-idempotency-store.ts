import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { findDatabaseFault, LOCK_NOT_AVAILABLE } from '#functions/adapters/database/database-fault.ts';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { bookClosings, ledgerEntries } from '#functions/database/schema/ledger-tables.ts';
import { idempotencyKeys } from '#functions/database/schema/system-tables.ts';
import type {
  AnswerAbout,
  IdempotencyKey,
  IdempotencyStore,
} from '#functions/ports/database/system/idempotency-store.ts';
import { AppError } from '#shared/errors.ts';
import { daysOfMonth } from '#shared/months.ts';
import { requireSameContent } from './same-content.ts';

const matches = ({ userId, route, key }: IdempotencyKey) =>
  and(eq(idempotencyKeys.user_id, userId), eq(idempotencyKeys.route, route), eq(idempotencyKeys.key, key));

/** Selects the accounts of a record: its client, and the administrators whom its answer names. */
const accountsOf = (record: AnswerAbout['record']): SQL => {
  switch (record?.kind) {
    case 'invoice':
      return sql`select user_id from ${invoices} where id = ${record.id}`;
    case 'payment':
      return sql`select unnest(array[user_id, written_by]) from ${ledgerEntries} where id = ${record.id}`;
    case 'closing':
      return sql`
        select unnest(array[closed_by, opened_by]) from ${bookClosings}
        where last_day = ${daysOfMonth(String(record.id)).to}::date`;
    case undefined:
      return sql`select null::int`;
  }
};

/** Takes the key for this transaction; false if it was used in the last 24 hours. */
const claim = async (db: Connection, { userId, route, key, bodyHash }: IdempotencyKey): Promise<boolean> => {
  try {
    // Waits for a key that another transaction has written, as long as the role waits for any lock. A key that was used
    // stays locked, so that nobody deletes it before it is read.
    const claimed = await db.execute(sql`
      insert into ${idempotencyKeys} (user_id, route, key, body_hash)
      values (${userId}::int, ${route}, ${key}, ${bodyHash})
      on conflict (user_id, route, key) do update
        set body_hash = excluded.body_hash, answer = null, accounts = '[]', created_at = now()
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
};

const keepAnswer = async (
  db: Connection,
  key: IdempotencyKey,
  answer: unknown,
  { userIds, record }: AnswerAbout,
): Promise<void> => {
  const accounts = sql`(
    select coalesce(jsonb_agg(distinct account), '[]') from (
      select value::bigint as account from jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb)
      union all ${accountsOf(record)}
    ) as named where account is not null)`;
  await db.update(idempotencyKeys).set({ answer, accounts }).where(matches(key));
};

const findKept = async (db: Connection, key: IdempotencyKey) => {
  const [row] = await db
    .select({ bodyHash: idempotencyKeys.body_hash, answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(matches(key));

  return row;
};

export const makeIdempotencyStore = (db: Connection): IdempotencyStore => ({
  runOnce: async <Kept>(key: IdempotencyKey | undefined, about: AnswerAbout, write: () => Promise<Kept>) => {
    if (key && !(await claim(db, key))) {
      const found = await findKept(db, key);
      requireSameContent(found, key);

      return { kept: (found?.answer ?? undefined) as Kept, isRepeated: true };
    }

    const kept = await write();
    if (key && kept !== undefined) {
      await keepAnswer(db, key, kept, about);
    }

    return { kept, isRepeated: false };
  },

  keepAnswer: (key, answer, about) => keepAnswer(db, key, answer, about),
});
