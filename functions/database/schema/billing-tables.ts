import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant } from '#functions/database/instant.ts';
import { LINE_GROUPS, LINE_STATES, RUN_STATES } from '#shared/billing/run-words.ts';
import { amount } from './columns.ts';
import { users } from './users-tables.ts';

/** The monthly runs (D67). */
export const billingRuns = pgTable(
  'billing_runs',
  {
    id: serial('id').primaryKey(),
    /** Such as '2026-12'. */
    month: text('month').notNull(),
    state: text('state', { enum: RUN_STATES }).notNull().default('draft'),
    due_date: date('due_date').notNull(),
    /** The number of issued invoices after which it stops; null for all. */
    stops_after: integer('stops_after'),
    drafted_by: integer('drafted_by').notNull(),
    drafted_at: instant('drafted_at').notNull(),
    started_by: integer('started_by'),
    /** The name of that moment, which stays when the administrator is deleted. */
    started_by_name: text('started_by_name'),
    started_at: instant('started_at'),
    stopped_at: instant('stopped_at'),
    finished_at: instant('finished_at'),
    /** Why it stands still, in a sentence. */
    error: text('error'),
    /** Its counts and sums, which stay when its lines are deleted; null until it is done or cancelled. */
    sums: jsonb('sums'),
  },
  (table) => [
    uniqueIndex('billing_runs_open')
      .on(sql`(true)`)
      .where(sql`${table.state} in ('draft', 'running', 'stopped')`),
  ],
);

/** What a run bills, a row for each service, month, price and gap, and what it does not bill, with the reason (D67). */
export const billingRunLines = pgTable(
  'billing_run_lines',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    run_id: integer('run_id')
      .notNull()
      .references(() => billingRuns.id, { onDelete: 'cascade' }),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.User_Id, { onDelete: 'cascade' }),
    /** Not a foreign key: the line outlives the service. */
    service_id: integer('service_id').notNull(),
    from_day: date('from_day').notNull(),
    to_day: date('to_day').notNull(),
    /** How many of the days from the first to the last it bills, and of how many of their month or invoice's line. */
    days: integer('days').notNull(),
    of_days: integer('of_days').notNull(),
    /** Null for a line that was billed without a price. */
    price_per_month: amount('price_per_month'),
    amount: amount('amount').notNull(),
    /** What the month before billed of the service; null for nothing. */
    last_amount: amount('last_amount'),
    /** The text of the invoice's line. */
    description: text('description').notNull(),
    group: text('group', { enum: LINE_GROUPS }).notNull(),
    /** The group while it is not left out. */
    group_if_included: text('group_if_included', { enum: LINE_GROUPS }).notNull(),
    state: text('state', { enum: LINE_STATES }).notNull(),
    /** One of LINE_REASONS. */
    reason: text('reason'),
    note: text('note'),
    /** True if an administrator left it out, false if one took it in; null where nobody decided. */
    is_excluded: boolean('is_excluded'),
    invoice_id: integer('invoice_id'),
    /** The line of that invoice. */
    item_id: bigint('item_id', { mode: 'number' }),
  },
  (table) => [
    index('billing_run_lines_run').on(table.run_id, table.group, table.user_id, table.id),
    index('billing_run_lines_left').on(table.run_id, table.user_id).where(sql`${table.state} = 'included'`),
    index('billing_run_lines_user').on(table.user_id),
  ],
);
