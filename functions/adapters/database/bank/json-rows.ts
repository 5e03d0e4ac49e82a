import { type SQL, sql } from 'drizzle-orm';

/** The rows of a list that is sent as JSON, with their places from 0. */
export const listed = (rows: readonly unknown[]): SQL => sql`(
  select (position - 1)::int as place, value from jsonb_array_elements(${JSON.stringify(rows)}::jsonb)
    with ordinality as list (value, position))`;

/** One column of text, because the Data API wraps each column of a row. */
export const rowOf = (...columns: SQL[]): SQL =>
  sql`jsonb_build_array(${sql.join(columns, sql`, `)})::text as found`;
