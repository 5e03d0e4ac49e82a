import { type SQL, sql } from 'drizzle-orm';
import { ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { firstDayNotOver } from '#shared/invoices/due-dates.ts';

/** True if the item is not fully paid; repeats the condition of the index `ledger_items_due`. */
export const isDue: SQL = sql`${ledgerItems.due} > 0 and not ${ledgerItems.is_retained}`;

/** True if something of the item is written off, which the client may still pay (D65). */
export const isStillPayable: SQL = sql`(${ledgerItems.written_off} > 0 and not ${ledgerItems.is_retained})`;

/** True if the due date has passed in Johannesburg; without one, the item's own date counts (D64). */
export const isPastDueOn = (now: Date): SQL => sql`${ledgerItems.age_date} < ${firstDayNotOver(now)}::date`;

export const isOverdueOn = (now: Date): SQL => sql`(${isDue} and ${isPastDueOn(now)})`;
