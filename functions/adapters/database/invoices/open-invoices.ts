import { type SQL, sql } from 'drizzle-orm';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { dayAfter } from '#shared/dates.ts';

/** True if the invoice is still to be paid; repeats the condition of the index `invoices_open` word for word. */
export const isOpen: SQL = sql`${invoices.status} = 'pending'`;

/** True if its due day is over in Johannesburg. */
export const isPastDueOn = (now: Date): SQL => sql`${invoices.due_date} < ${dayAfter(now, 0)}::date`;

/**
 * True if it is open after the end of its due day in Johannesburg. Old invoices without a due day are never overdue.
 */
export const isOverdueOn = (now: Date): SQL => sql`(${isOpen} and ${isPastDueOn(now)})`;
