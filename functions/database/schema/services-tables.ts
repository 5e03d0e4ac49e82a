import { sql } from 'drizzle-orm';
import { index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { amount, createdAt, searchText, updatedAt } from './columns.ts';
import { users } from './users-tables.ts';

export const services = pgTable(
  'services',
  {
    id: serial('id').primaryKey(),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.User_Id, { onDelete: 'cascade' }),
    service_category: text('service_category').notNull(),
    account_type: text('account_type'),
    account_username: text('account_username'),
    msisdn: text('msisdn'),
    sim_serial_number: text('sim_serial_number'),
    price_per_month: amount('price_per_month').notNull().default('0'),
    status: text('status').notNull().default('active'),
    created_at: createdAt(),
    updated_at: updatedAt(),
    search_text: searchText(
      sql`coalesce("account_username", '') || ' ' || coalesce("msisdn", '') || ' ' || coalesce("sim_serial_number", '')`,
    ),
  },
  (table) => [
    index('services_user').on(table.user_id),
    // Counts of active services read this index alone.
    index('services_active').on(table.user_id).where(sql`${table.status} = 'active'`),
    index('services_search_text_trgm').using('gin', sql`${table.search_text} gin_trgm_ops`),
    // Numbers are issued in series: if many share a start, walking a prefix index finds them at once.
    index('services_username_prefix').using('btree', sql`lower(${table.account_username}) text_pattern_ops`),
    index('services_msisdn_prefix').using('btree', sql`lower(${table.msisdn}) text_pattern_ops`),
    index('services_sim_serial_prefix').using(
      'btree',
      sql`lower(${table.sim_serial_number}) text_pattern_ops`,
    ),
  ],
);
