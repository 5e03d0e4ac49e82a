import { sql } from 'drizzle-orm';

/** One row without columns: for a select that reads no table, or that joins tables which may have no row. */
export const ONE_ROW = sql`(select) as one_row`;
