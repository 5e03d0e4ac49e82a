import { sql } from 'drizzle-orm';
import type { JobAbout } from '#functions/adapters/database/jobs/job-parts.ts';
import { billingRuns } from '#functions/database/schema/billing-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';

export const billingRunAbout: JobAbout = {
  text: sql`coalesce((
    select 'Billing run of ' || to_char(to_date(${billingRuns.month}, 'YYYY-MM'), 'FMMonth YYYY')
    from ${billingRuns} where ${billingRuns.id} = (${jobs.payload} ->> 'runId')::int), 'Billing run')`,
  userId: sql`null::int`,
};
