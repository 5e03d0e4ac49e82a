import { sql } from 'drizzle-orm';
import { bigserial, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '#functions/database/instant.ts';
import { createdAt, updatedAt } from './columns.ts';

/** Work that a worker does after the answer of a route; shared/job-kinds.ts names the kinds. */
export const jobs = pgTable(
  'jobs',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind').notNull(),
    /** The subject of the job, in the terms of its kind: a kind has one job per key. */
    key: text('key').notNull(),
    /**
     * Jobs of a kind in the same lane run one after the other, in the order of their ids; without a lane, in any
     * order.
     */
    lane: text('lane'),
    state: text('state').notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    /** Tries that ended without a report of the worker, or in an unforeseen fault; includes the running one. */
    crashes: integer('crashes').notNull().default(0),
    first_tried_at: instant('first_tried_at'),
    /** A job that backs off is not tried before this. */
    not_before: instant('not_before'),
    /** A worker holds the job until then, and each of its writes must present the token. */
    lease_until: instant('lease_until'),
    lease_token: uuid('lease_token'),
    sent_at: instant('sent_at'),
    /**
     * Only ids. They are not foreign keys: a job outlives its subject, such as the PDF of an invoice whose client is
     * deleted.
     */
    payload: jsonb('payload').notNull(),
    /** Notes of the kind during its work; null before the first. */
    progress: jsonb('progress'),
    /** Why the last try failed: a sentence for people. */
    error: text('error'),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    uniqueIndex('jobs_kind_key').on(table.kind, table.key),
    index('jobs_state').on(table.state, table.id),
    index('jobs_unfinished')
      .on(table.updated_at)
      .where(sql`${table.lane} is null and ${table.state} in ('queued', 'running')`),
    index('jobs_lane')
      .on(table.kind, table.lane, table.id)
      .where(sql`${table.lane} is not null and ${table.state} in ('queued', 'running')`),
  ],
);
