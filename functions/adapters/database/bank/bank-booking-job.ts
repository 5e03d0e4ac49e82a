import { sql } from 'drizzle-orm';
import type { JobAbout } from '#functions/adapters/database/jobs/job-parts.ts';
import { bankFiles } from '#functions/database/schema/bank-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';

/** Names the day and the account of the file and not its name, which an administrator typed. */
export const bankBookingAbout: JobAbout = {
  text: sql`coalesce((
    select 'Bank file of ' || to_char(${bankFiles.created_at} at time zone 'Africa/Johannesburg', 'FMDD FMMonth')
      || ', account ending in ' || right(${bankFiles.account}, 4)
    from ${bankFiles} where ${bankFiles.id} = (${jobs.payload} ->> 'fileId')::int), 'Bank file')`,
  userId: sql`null::int`,
};
