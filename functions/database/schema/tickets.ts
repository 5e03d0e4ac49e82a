import { sql } from 'drizzle-orm';
import { bigint, bigserial, index, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { instant } from '../instant.ts';
import { createdAt, updatedAt } from './columns.ts';
import { users } from './users.ts';

/** Our copy of the helpdesk's tickets: one row a ticket (D21). */
export const helpdeskTickets = pgTable(
  'helpdesk_tickets',
  {
    id: bigint('id', { mode: 'number' }).primaryKey(),
    requester_id: bigint('requester_id', { mode: 'number' }).notNull(),
    status: smallint('status').notNull(),
    created_at: instant('created_at').notNull(),
    updated_at: instant('updated_at').notNull(),
    first_responded_at: instant('first_responded_at'),
    ticket: jsonb('ticket').notNull(),
    fetched_at: instant('fetched_at').notNull(),
  },
  (table) => [
    index('helpdesk_tickets_requester').on(table.requester_id, table.created_at),
    index('helpdesk_tickets_updated_at').on(table.updated_at),
  ],
);

/** One row, locked by the one refresh that runs. */
export const helpdeskRefresh = pgTable('helpdesk_refresh', {
  id: smallint('id').primaryKey(),
  refreshed_at: instant('refreshed_at'),
  first_fill_page: integer('first_fill_page'),
});

/** What clients wrote while the helpdesk was out of reach. */
export const helpdeskMessages = pgTable(
  'helpdesk_messages',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.User_Id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    ticket_id: bigint('ticket_id', { mode: 'number' }),
    payload: jsonb('payload').notNull(),
    state: text('state').notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [index('helpdesk_messages_waiting').on(table.created_at).where(sql`${table.state} = 'waiting'`)],
);
