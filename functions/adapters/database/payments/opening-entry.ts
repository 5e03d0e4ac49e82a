import { type SQL, sql } from 'drizzle-orm';
import { ledgerEntries } from '#functions/database/schema/ledger-tables.ts';

/**
 * Writes the opening entries of accounts that were written with a balance. Only an import has them (D62). One that would
 * fall into a closed month stands on the first open day, and its age is counted as if it did not (D70).
 *
 * @param accounts a query with the columns `user_id`, `taken_on`, `balance` and `due_date`
 */
export const insertOpeningEntries = (accounts: SQL): SQL => sql`
  insert into ${ledgerEntries} (user_id, kind, date, amount, due_date)
  select user_id, 'opening', greatest(taken_on, first_open_day()), balance,
    case when taken_on < first_open_day() then coalesce(due_date, taken_on) else due_date end
  from (${accounts}) as account where balance <> 0`;
