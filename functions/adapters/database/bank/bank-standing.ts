import { sql } from 'drizzle-orm';
import { bankFiles, bankLines } from '#functions/database/schema/bank-tables.ts';

/** The last day up to which every account is read; null while no file was. */
export const readUntil = sql`(
  select min(until)::text from (select max(to_day) as until from ${bankFiles} group by account) as account)`;

/** The money that nobody can place yet. */
export const unidentifiedSum = sql`(
  select coalesce(sum(amount), 0) from ${bankLines} where state = 'unidentified')`;
