import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { mailPace } from '#functions/database/schema/mails-tables.ts';
import type { MailWorkStore } from '#functions/ports/database/mails/mail-work-store.ts';

const moment = z.object({ isTaken: z.boolean(), waitMs: z.number() });

/**
 * Takes the next free moment of a row; the row's lock serves one worker at a time. It returns a duration by the
 * database's clock, because the clocks of two workers may differ by more than the time between two mails. It reads
 * the clock after it has got the lock, for which it may have waited.
 */
export const takePaceMoment = async (
  db: Connection,
  ...[share, { everyMs, withinMs }]: Parameters<MailWorkStore['takeMoment']>
): Promise<{ isTaken: boolean; waitMs: number }> => {
  const every = sql`make_interval(secs => ${everyMs}::float8 / 1000)`;
  const within = sql`make_interval(secs => ${withinMs}::float8 / 1000)`;
  const { rows } = await db.execute(sql`
    with taken as (
      update ${mailPace} set free_at = greatest(free_at, clock_timestamp()) + ${every}
      where share = ${share} and free_at <= clock_timestamp() + ${within}
      returning free_at - ${every} as moment
    ),
    found as (
      select true as is_taken, moment from taken
      union all
      select false, free_at from ${mailPace} where share = ${share} and not exists (select from taken)
    )
    select is_taken as "isTaken", greatest(extract(epoch from moment - clock_timestamp()) * 1000, 0)::float8 as "waitMs"
    from found`);
  if (rows.length === 0) {
    throw new Error(`There is no pace of ${share} mails`);
  }

  return moment.parse(rows[0]);
};
