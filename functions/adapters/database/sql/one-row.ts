import { sql } from 'drizzle-orm';

/** One row without columns: what a select reads from if it reads no table, or joins what may have no row. */
export const ONE_ROW = sql`(select) as one_row`;
