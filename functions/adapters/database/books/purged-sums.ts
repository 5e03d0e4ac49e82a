import { type SQL, sql } from 'drizzle-orm';
import { ledgerEntries, purgedSums } from '#functions/database/schema/ledger-tables.ts';
import { ENTRY_KINDS } from '#shared/contract/money-limits.ts';

/** True for a purged sum of entries, and not of what only follows from them. */
export const isOfEntries = sql`kind in (${sql.raw(ENTRY_KINDS.map((kind) => `'${kind}'`).join(', '))})`;

/**
 * Day, kind and amount of all that was ever entered: the entries, and the months' sums of those that the purge has
 * deleted (D11).
 */
export const allEntries = sql`(
  select date, kind, amount from ${ledgerEntries}
  union all select date, kind, amount from ${purgedSums} where ${isOfEntries}) as entered`;

/**
 * What the deleted entries of closed accounts summed to at the end of a day, in the sign of what is owed: nothing on the
 * last day of each account, and its balance before.
 */
export const purgedBalanceOn = (day: string): SQL => sql`(
  select coalesce(-sum(amount), 0) from ${purgedSums} where ${isOfEntries} and date <= ${day}::date)`;
