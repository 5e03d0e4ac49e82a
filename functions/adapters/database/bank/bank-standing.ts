import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { bankFiles, bankLines } from '#functions/database/schema/bank-tables.ts';
import { isOpenLine } from './bank-line-json.ts';

/**
 * How far these accounts are read, as JSON: the last day up to which all of them are that have a file, and those without
 * one. A portal that has read no file at all names none.
 */
export const bankStanding = (accounts: readonly string[]): SQL => sql`(
  select jsonb_build_object('readUntil', min(until),
    'neverRead', coalesce(jsonb_agg(number order by place) filter (where until is null and exists (select from ${bankFiles})), '[]'))
  from (
    select number, place, (select max(to_day) from ${bankFiles} where account = number) as until
    from jsonb_array_elements_text(${JSON.stringify(accounts)}::jsonb) with ordinality as account (number, place)
  ) as account)::text`;

const standing = z.object({ readUntil: z.string().nullable(), neverRead: z.array(z.string()) });

export const readStanding = (json: string) => standing.parse(JSON.parse(json));

/** The money that nobody can place yet. */
export const unidentifiedSum = sql`(
  select coalesce(sum(amount), 0) from ${bankLines} where state = 'unidentified')`;

/** The open lines of all files as JSON: how many, the money that came in by them, and the file of the oldest one. */
export const openLines = sql<string>`(
  select jsonb_build_object('lines', count(*),
    'sum', coalesce(sum(line.amount) filter (where line.amount > 0), 0),
    'file', (array_agg(line.file_id order by line.date, line.id))[1])
  from ${bankLines} as line where ${isOpenLine})::text`;

const open = z.object({ lines: z.number(), sum: z.number(), file: z.number().nullable() });

export const readOpenLines = (json: string) => open.parse(JSON.parse(json));
