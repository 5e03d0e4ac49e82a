import { bigserial, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';
import { users } from './users-tables.ts';

export const activities = pgTable(
  'activities',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.User_Id, { onDelete: 'cascade' }),
    activity_type: text('activity_type').notNull(),
    description: text('description').notNull(),
    created_at: createdAt(),
  },
  (table) => [index('activities_user').on(table.user_id, table.created_at)],
);
