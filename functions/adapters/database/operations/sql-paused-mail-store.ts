import { sql } from 'drizzle-orm';
import type { AwsDataApiPgDatabase } from 'drizzle-orm/aws-data-api/pg';
import {
  pausedMails,
  readPausedMails,
  waitingJobs,
} from '#functions/adapters/database/mails/paused-mails.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { instantOf } from '#functions/database/instant.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { mailPace } from '#functions/database/schema/mails-tables.ts';
import type { PausedMailStore } from '#functions/ports/database/operations/paused-mail-store.ts';

export const makePausedMailStore = (db: AwsDataApiPgDatabase): PausedMailStore => ({
  list: async () => {
    const [row] = await db.select({ paused: pausedMails }).from(ONE_ROW);

    return readPausedMails(row?.paused ?? []);
  },

  goOn: async (share, everyMs, now) => {
    const audit = { actorId: null, action: 'operations.resume-mail', address: 'terminal' };
    await db.execute(sql`
      with gone_on as (
        update ${mailPace} set paused_at = null, went_on_at = clock_timestamp()
        where share = ${share} and paused_at is not null
        returning share
      ), due as (
        update ${jobs} set sent_at = null,
          not_before = ${instantOf(now)} + make_interval(secs => ${everyMs}::float8 / 1000) * waiting.place
        from (
          select id, row_number() over (order by not_before, id) - 1 as place
          from (${waitingJobs(sql`${share}`)}) as of_share
        ) as waiting, gone_on
        where ${jobs.id} = waiting.id and ${jobs.state} = 'queued'
      )
      ${insertAuditRows(audit, { record: sql`'mails of the share ' || share`, from: sql`gone_on` })}`);
  },
});
