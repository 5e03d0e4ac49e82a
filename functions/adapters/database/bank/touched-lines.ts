import { sql } from 'drizzle-orm';
import {
  bankBookings,
  bankKnownLines,
  bankLines,
  unidentifiedReceipts,
} from '#functions/database/schema/bank-tables.ts';

/** True if the line that a statement calls `line` was ever booked, joined, reversed or named unidentified, or is about to be. */
export const isBookedLine = sql`(
  line.state in ('booked', 'unidentified') or line.ordered_by is not null
  or exists (select from ${bankBookings} as booking where booking.line_id = line.id)
  or exists (select from ${unidentifiedReceipts} as receipt where receipt.line_id = line.id))`;

/** True of a line that is ignored because it is before the first day, and not by a person. */
export const isEarlierLine = sql`(line.state = 'ignored' and line.decided_by is null)`;

/** True if somebody did something with a line of the file that a statement calls `file`. */
export const hasTouchedLine = sql`exists (
  select from ${bankLines} as line
  where line.file_id = file.id and (${isBookedLine} or line.state = 'ignored' and line.decided_by is not null))`;

/** The newest file that brought a line of the file that a statement calls `file` again. */
export const repeatedBy = sql`(
  select max(known.file_id)
  from ${bankLines} as line join ${bankKnownLines} as known on known.line_id = line.id
  where line.file_id = file.id)`;

/** The newest file of which somebody ignored a line as the same as one of `file`. */
export const ignoredAsSameIn = sql`(
  select max(same.file_id)
  from ${bankLines} as line join ${bankLines} as same on same.same_as = line.id
  where line.file_id = file.id and same.state = 'ignored' and same.decided_by is not null)`;
