import { type SQL, sql } from 'drizzle-orm';
import { invoices } from '#functions/database/schema/invoices-tables.ts';

/** True if the invoice is still to be paid. */
export const isOpen: SQL = sql`${invoices.status} = 'pending'`;
