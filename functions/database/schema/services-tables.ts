import { sql } from 'drizzle-orm';
import { date, index, integer, pgTable, primaryKey, serial, text } from 'drizzle-orm/pg-core';
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
    /** The price that counts last: from now on, or from the day of a planned change (`service_prices`). */
    price_per_month: amount('price_per_month').notNull().default('0'),
    status: text('status').notNull().default('active'),
    /** The first and the last day to bill, both included; null for none yet (D67). */
    bill_from: date('bill_from'),
    bill_until: date('bill_until'),
    /** 'non-payment', or null for a service that is not suspended, or for another reason. */
    suspended_for: text('suspended_for'),
    created_at: createdAt(),
    updated_at: updatedAt(),
    search_text: searchText(
      sql`coalesce("account_username", '') || ' ' || coalesce("msisdn", '') || ' ' || coalesce("sim_serial_number", '')`,
    ),
  },
  (table) => [
    index('services_user').on(table.user_id),
    index('services_last_day')
      .on(table.bill_until)
      .where(sql`${table.status} = 'active' and ${table.bill_until} is not null`),
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

/**
 * The prices of a service before its last change, each with the last day on which it counts. The price of a day is that
 * of the first row that reaches it, else the service's own.
 */
export const servicePrices = pgTable(
  'service_prices',
  {
    service_id: integer('service_id')
      .notNull()
      .references(() => services.id, { onDelete: 'cascade' }),
    until_day: date('until_day').notNull(),
    price_per_month: amount('price_per_month').notNull(),
  },
  (table) => [primaryKey({ columns: [table.service_id, table.until_day] })],
);
