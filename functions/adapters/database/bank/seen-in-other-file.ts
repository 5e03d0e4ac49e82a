import { type SQL, sql } from 'drizzle-orm';
import { bankFiles, bankKnownLines, bankLines } from '#functions/database/schema/bank-tables.ts';

const newestDay = sql`max((file.created_at at time zone 'Africa/Johannesburg')::date)
  from ${bankLines} as other join ${bankFiles} as file on file.id = other.file_id`;

/**
 * The newest day on which a file of this format brought the day and amount of the account of the line that a statement
 * calls `line`, in a line `other` that no file brought together with it.
 */
export const seenOnAccount = (isTogether: SQL, format: SQL): SQL => sql`(
  select ${newestDay}
  where other.account = line.account and other.date = line.date and other.amount = line.amount
    and file.format = ${format} and not ${isTogether})`;

/** The day of the file of the other format that brought the line with which `line` makes a pair. */
export const seenInOtherFormat = sql`(select ${newestDay} where other.id = line.same_as)`;

/** The newest day on which a file of another account brought the same row as `line`. */
export const seenOnOtherAccount = sql`(
  select ${newestDay}
  where other.account <> line.account and other.date = line.date and other.amount = line.amount
    and other.words = line.words and other.reference is not distinct from line.reference)`;

const isInFileOfLine = sql`exists (
  select from (
    select line.file_id as id union all select file_id from ${bankKnownLines} as known where known.line_id = line.id
  ) as bringing
  where bringing.id = other.file_id or exists (
    select from ${bankKnownLines} as known where known.file_id = bringing.id and known.line_id = other.id))`;

/**
 * The day of another file that may have brought the stored `line` (D63); null if none did. Two lines that one file brought
 * are two lines.
 */
export const seenInOtherFile = sql`greatest(
  ${seenOnAccount(isInFileOfLine, sql`(select format from ${bankFiles} where id = line.file_id)`)},
  ${seenOnOtherAccount}, ${seenInOtherFormat})::text`;

/** True for a line whose amount the bank itself proves: by a balance beside it, or in OFX, by its form (D63). */
export const isProved = sql`(line.balance is not null or exists (
  select from ${bankFiles} as file where file.id = line.file_id and file.format = 'ofx'))`;
