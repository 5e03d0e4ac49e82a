import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { bigserial, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '#functions/database/instant.ts';
import { createdAt } from './columns.ts';
import { users } from './users-tables.ts';

/** The account of an audit row, as 'user 12': of a record that is 'user 12' or 'service 3 of user 12'. */
export const accountIn = (record: SQLWrapper): SQL => sql`substring(${record} from 'user [0-9]+$')`;

/** The day of an audit row in Johannesburg. The index on it has the same words. */
export const dayIn = (at: SQLWrapper): SQL => sql`((${at} at time zone 'Africa/Johannesburg')::date)`;

/** Append-only: the application role may only select and insert (D33). */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull().default(sql`now()`),
    actor_id: integer('actor_id'),
    action: text('action').notNull(),
    record: text('record'),
    /** Names of the changed fields; values only for role, status and amounts. */
    changes: jsonb('changes').notNull(),
    address: text('address').notNull(),
  },
  (table) => [
    index('audit_log_at').on(table.at),
    // What was done to one account, by action and day.
    index('audit_log_account').on(accountIn(table.record), table.action, dayIn(table.at)),
  ],
);

/** Stored answers of idempotent routes, for 24 hours (D26). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    user_id: integer('user_id')
      .notNull()
      .references(() => users.User_Id, { onDelete: 'cascade' }),
    route: text('route').notNull(),
    key: text('key').notNull(),
    body_hash: text('body_hash').notNull(),
    answer: jsonb('answer'),
    /** The ids of the accounts that the answer names; a trigger deletes the row with the first of them. */
    accounts: jsonb('accounts').notNull().default([]),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.route, table.key] }),
    index('idempotency_keys_created_at').on(table.created_at),
  ],
);

/** The last result of each test of the debug console. */
export const debugResults = pgTable('debug_results', {
  test: text('test').primaryKey(),
  /** Null once the account of the administrator who ran it is deleted. */
  user_id: integer('user_id').references(() => users.User_Id, { onDelete: 'set null' }),
  ran_at: instant('ran_at').notNull(),
  result: jsonb('result').notNull(),
});

export const health = pgTable('health', {
  name: text('name').primaryKey(),
  state: text('state').notNull(),
  checked_at: instant('checked_at').notNull(),
});

/** Counters of failures and registrations, each in its own window, whose length depends on the counter (D27). */
export const throttleCounters = pgTable(
  'throttle_counters',
  {
    /** The name of the counter, hashed, so that an identifier that matches no account is stored nowhere. */
    bucket: text('bucket').primaryKey(),
    /** The account that is counted, so that an admin can see and clear its blocks. */
    user_id: integer('user_id').references(() => users.User_Id, { onDelete: 'cascade' }),
    count: integer('count').notNull(),
    limit: integer('limit').notNull(),
    window_ends_at: instant('window_ends_at').notNull(),
  },
  (table) => [
    index('throttle_counters_user').on(table.user_id),
    index('throttle_counters_window_ends_at').on(table.window_ends_at),
  ],
);
