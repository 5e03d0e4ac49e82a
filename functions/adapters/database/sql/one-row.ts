import { sql } from 'drizzle-orm';

/** One row without columns: for a select that reads no table, or that joins tables which may have no row. */
export const ONE_ROW = sql`(select) as one_row`;

/** Returns the row of a select from `ONE_ROW`. */
export const readOneRow = <Row>([row]: readonly Row[]): Row => {
  if (row === undefined) {
    throw new Error('A select without a table gave no row');
  }

  return row;
};
