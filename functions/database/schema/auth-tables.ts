import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '#functions/database/instant.ts';
import { createdAt } from './columns.ts';
import { users } from './users-tables.ts';

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.User_Id, { onDelete: 'cascade' }),
    created_at: createdAt(),
    expires_at: instant('expires_at').notNull(),
    /** Browser and system, read from the user agent at sign-in; null if it names no known one (D50). */
    browser: text('browser'),
    system: text('system'),
    /** Cut as in the audit log. */
    address: text('address'),
    last_used_at: instant('last_used_at').notNull().default(sql`now()`),
  },
  (table) => [index('sessions_user').on(table.user_id)],
);
