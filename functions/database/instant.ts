import { type SQL, sql } from 'drizzle-orm';
import { customType } from 'drizzle-orm/pg-core';

/**
 * Converts a timestamptz of the Data API, which is text in UTC without a zone ('2026-11-20 10:00:00.123'), to ISO
 * 8601 with Z. This happens only here.
 */
export const isoFromDataApi = (value: string): string =>
  new Date(`${value.replace(' ', 'T')}Z`).toISOString();

/**
 * A timestamptz that is an ISO 8601 string with Z in code. It is written with a cast, because the Data API's
 * TIMESTAMP hint drops the zone.
 */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: isoFromDataApi,
  toDriver: (iso) => sql`${iso}::timestamptz`,
});

/** Writes a date into hand-written SQL. */
export const instantOf = (date: Date): SQL => sql`${date.toISOString()}::timestamptz`;

/** Reads an expression of type timestamptz as an ISO 8601 string with Z. */
export const readInstant = (expression: SQL): SQL<string | null> =>
  sql<string | null>`${expression}`.mapWith(isoFromDataApi);
