import { type SQL, sql } from 'drizzle-orm';
import { ledgerEntries } from '#functions/database/schema/ledger-tables.ts';

/**
 * Writes the opening entries of accounts that were written with a balance. Only an import has them (D62).
 *
 * @param accounts a query with the columns `user_id`, `taken_on`, `balance` and `due_date`
 */
export const insertOpeningEntries = (accounts: SQL): SQL => sql`
  insert into ${ledgerEntries} (user_id, kind, date, amount, due_date)
  select user_id, 'opening', taken_on, balance, due_date
  from (${accounts}) as account where balance <> 0`;
