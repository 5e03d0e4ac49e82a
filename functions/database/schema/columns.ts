import { sql } from 'drizzle-orm';
import { numeric } from 'drizzle-orm/pg-core';
import { instant } from '../instant.ts';

/**
 * Columns have the names of the specification (section 3); columns that the decisions add are snake_case. Amounts
 * stay decimal strings here (the Data API binds them with the DECIMAL hint); see shared/money.ts.
 */

export const amount = (name: string) => numeric(name, { precision: 12, scale: 2 });
export const createdAt = () => instant('created_at').notNull().default(sql`now()`);
export const updatedAt = () => instant('updated_at').notNull().default(sql`now()`);
