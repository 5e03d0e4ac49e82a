import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '#functions/database/instant.ts';
import { createdAt } from './columns.ts';
import { users } from './users-tables.ts';

/** Mails that wait or were sent, without their text, for twelve months (D45, D59). */
export const mails = pgTable(
  'mails',
  {
    /** Also the key of its job, and its tag at the mail vendor. Random, so that no restore gives an id again. */
    id: uuid('id').primaryKey(),
    /** Null for a reset that was asked for an unknown address, and once the account is closed. */
    user_id: integer('user_id').references(() => users.User_Id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    /** The event that causes the mail, such as 'invoice:12'. It is unique, so that an event causes one mail. */
    key: text('key').notNull().unique(),
    /** The ids of what it is about, in the shape of its kind. */
    about: jsonb('about').notNull().default({}),
    /** Null until it is sent, for a mail to the address that the account has at that time. */
    recipient: text('recipient'),
    /** Null until it is sent. */
    subject: text('subject'),
    state: text('state').notNull().default('waiting'),
    /** Why it was skipped, refused or given up: a code. */
    reason: text('reason'),
    created_at: createdAt(),
    /** When it was last handed to the vendor. */
    tried_at: instant('tried_at'),
    sent_at: instant('sent_at'),
  },
  (table) => [
    index('mails_user').on(table.user_id, table.created_at),
    index('mails_created_at').on(table.created_at),
    // The brake reads the newest mails that went out (D45).
    index('mails_tried_at').on(table.tried_at),
    // The purge removes the address of a closed account after a day.
    index('mails_without_account').on(table.created_at).where(sql`${table.user_id} is null`),
  ],
);

/** Links in mails that still hold (D46). A link that is used or ended has no row. */
export const linkTokens = pgTable(
  'link_tokens',
  {
    /** SHA-256 of the token, which only the mail has. */
    token_hash: text('token_hash').primaryKey(),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.User_Id, { onDelete: 'cascade' }),
    purpose: text('purpose').notNull(),
    /** The address that the link is about. */
    address: text('address').notNull(),
    expires_at: instant('expires_at').notNull(),
    created_at: createdAt(),
  },
  (table) => [
    index('link_tokens_user').on(table.user_id),
    index('link_tokens_expires_at').on(table.expires_at),
  ],
);

/** Addresses to which an account gets no mail. */
export const mailBlocks = pgTable(
  'mail_blocks',
  {
    user_id: integer('user_id')
      .notNull()
      .references(() => users.User_Id, { onDelete: 'cascade' }),
    /** In lower case. */
    address: text('address').notNull(),
    /** A `MailBlockReason`. */
    reason: text('reason').notNull(),
    created_at: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.address] })],
);

/** The next free moment for sending in each share of the rate, and the brake of a share that has one (D45). */
export const mailPace = pgTable('mail_pace', {
  /** A `PaceShare`. */
  share: text('share').primaryKey(),
  free_at: instant('free_at').notNull(),
  /** Since when its mails stand still because too many came back; null while they go out. */
  paused_at: instant('paused_at'),
  /** When they last went on: the brake counts what was sent since. */
  went_on_at: instant('went_on_at').notNull().default(sql`now()`),
});
