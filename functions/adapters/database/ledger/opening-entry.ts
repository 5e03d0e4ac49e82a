import { type SQL, sql } from 'drizzle-orm';
import { ledgerEntries } from '#functions/database/schema/ledger-tables.ts';
import { TIME_ZONE } from '#shared/dates.ts';

/**
 * Writes the opening entries of accounts that were written with a balance, on the day of the account.
 *
 * @param accounts a query with the columns `user_id`, `made_at`, `balance` and `due_date`
 */
export const insertOpeningEntries = (accounts: SQL): SQL => sql`
  insert into ${ledgerEntries} (user_id, kind, date, amount, due_date)
  select user_id, 'opening', (made_at at time zone ${TIME_ZONE})::date, balance, due_date
  from (${accounts}) as account where balance <> 0`;
