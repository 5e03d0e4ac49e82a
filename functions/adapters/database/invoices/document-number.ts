import { type SQL, sql } from 'drizzle-orm';

/** 'INV-2026-000123' */
const NUMBER_DIGITS_MIN = 6;

/** The number of a document, in a statement that has taken `last_number` from the counter of its series. */
export const numberOf = (series: 'INV' | 'CN', year: number): SQL =>
  sql`${`${series}-${year}-`} || lpad(last_number::text, greatest(${NUMBER_DIGITS_MIN}::int, length(last_number::text)), '0')`;
