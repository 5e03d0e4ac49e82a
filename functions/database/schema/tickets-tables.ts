import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '#functions/database/instant.ts';
import { createdAt, searchText, updatedAt } from './columns.ts';
import { users } from './users-tables.ts';

/** Our copy of the helpdesk's tickets, only those of stored accounts: one row per ticket, at most 60 KB (D21). */
export const helpdeskTickets = pgTable(
  'helpdesk_tickets',
  {
    id: bigint('id', { mode: 'number' }).primaryKey(),
    requester_id: bigint('requester_id', { mode: 'number' })
      .notNull()
      .references(() => users.User_Support_Id, { onDelete: 'cascade' }),
    status: smallint('status').notNull(),
    created_at: instant('created_at').notNull(),
    updated_at: instant('updated_at').notNull(),
    first_responded_at: instant('first_responded_at'),
    /** As the helpdesk wrote it: not safe to show. */
    description: text('description').notNull(),
    /** The part that lists return. */
    description_start: text('description_start').notNull(),
    /** Null until the ticket has been read by itself: the helpdesk's lists of tickets leave out attachments. */
    attachments: jsonb('attachments'),
    /** The other details from the helpdesk. */
    ticket: jsonb('ticket').notNull(),
    fetched_at: instant('fetched_at').notNull(),
    /** True while an agent's new answer is in this copy and its mail is not ordered yet (D58). */
    has_new_answer: boolean('has_new_answer').notNull().default(false),
    search_text: searchText(sql`coalesce("ticket" ->> 'subject', '')`),
  },
  (table) => [
    index('helpdesk_tickets_answered').on(table.id).where(sql`${table.has_new_answer}`),
    index('helpdesk_tickets_requester').on(table.requester_id, table.created_at),
    // The open and pending tickets of all clients are counted in this index alone.
    index('helpdesk_tickets_open').on(table.status).where(sql`${table.status} in (2, 3)`),
    index('helpdesk_tickets_search_text_trgm').using('gin', sql`${table.search_text} gin_trgm_ops`),
    index('helpdesk_tickets_unseen').on(table.created_at).where(sql`${table.attachments} is null`),
  ],
);

/** The entries of a conversation as they were last read, one row per entry. */
export const helpdeskEntries = pgTable(
  'helpdesk_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey(),
    ticket_id: bigint('ticket_id', { mode: 'number' })
      .notNull()
      .references(() => helpdeskTickets.id, { onDelete: 'cascade' }),
    /** Who wrote it, by the helpdesk's id. */
    author_id: bigint('author_id', { mode: 'number' }),
    /** 'agent', 'client' or 'other' (D19); null while the helpdesk has not said who it is. */
    author_kind: text('author_kind'),
    author_name: text('author_name'),
    /** The ticket with which an agent joined this one. */
    joined_ticket_id: bigint('joined_ticket_id', { mode: 'number' }),
    /** As the helpdesk wrote it: not safe to show. */
    body: text('body').notNull(),
    body_text: text('body_text').notNull(),
    attachments: jsonb('attachments').notNull(),
    created_at: instant('created_at').notNull(),
  },
  (table) => [index('helpdesk_entries_ticket').on(table.ticket_id, table.created_at)],
);

/** A single row: the progress of the copy, the run that is copying now, and the groups. */
export const helpdeskCopy = pgTable('helpdesk_copy', {
  id: smallint('id').primaryKey(),
  /** The next page to list, of the tickets changed since then. */
  copied_until: instant('copied_until'),
  page: integer('page').notNull().default(1),
  /** True if the last run reached the end of the list. */
  is_complete: boolean('is_complete').notNull().default(false),
  /** When the copy was last known to be complete. */
  refreshed_at: instant('refreshed_at'),
  lease_until: instant('lease_until'),
  lease_token: uuid('lease_token'),
  groups: jsonb('groups'),
  groups_fetched_at: instant('groups_fetched_at'),
  /** For each known agent when their record was read. */
  agents: jsonb('agents').notNull().default({}),
  /** When the lists of deleted tickets and of spam were last read. */
  removed_read_at: instant('removed_read_at'),
});

/**
 * The messages of clients, stored before the helpdesk is called. The job of kind helpdesk-message whose key is this
 * id says whether the message waits or has failed; once delivered, the row also has its id at the helpdesk.
 */
export const helpdeskMessages = pgTable(
  'helpdesk_messages',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.User_Id, { onDelete: 'cascade' }),
    /** 'ticket' or 'reply'. */
    kind: text('kind').notNull(),
    /** The ticket that a reply belongs to, or the row of that ticket while it waits. */
    ticket_id: bigint('ticket_id', { mode: 'number' }),
    parent_id: bigint('parent_id', { mode: 'number' }).references((): AnyPgColumn => helpdeskMessages.id, {
      onDelete: 'cascade',
    }),
    /** The written text; null once it was delivered. */
    payload: jsonb('payload'),
    /** Since when it may be at the helpdesk without our knowing it. */
    uncertain_since: instant('uncertain_since'),
    helpdesk_id: bigint('helpdesk_id', { mode: 'number' }),
    /** The caller's Idempotency-Key, for 24 hours (D26). */
    idempotency_key: text('idempotency_key'),
    body_hash: text('body_hash'),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    unique('helpdesk_messages_idempotency').on(table.user_id, table.kind, table.idempotency_key),
    unique('helpdesk_messages_helpdesk_id').on(table.kind, table.helpdesk_id),
    index('helpdesk_messages_user').on(table.user_id, table.id),
    index('helpdesk_messages_ticket').on(table.ticket_id).where(sql`${table.ticket_id} is not null`),
    index('helpdesk_messages_parent').on(table.parent_id).where(sql`${table.parent_id} is not null`),
    index('helpdesk_messages_keys').on(table.created_at).where(sql`${table.idempotency_key} is not null`),
  ],
);
