import { eq, type SQL, sql } from 'drizzle-orm';
import { throttleCounters } from '#functions/database/schema/auth.ts';
import type { ThrottleBucket, ThrottleStore } from '#functions/ports/database/throttle-store.ts';
import type { Connection } from './connection.ts';

/** Counts one attempt in a bucket, in a new window if the last one is over; `condition` may forbid it. */
const countIn = (bucket: ThrottleBucket, now: Date, condition: SQL) => {
  const windowEnd = new Date(now.getTime() + bucket.windowSeconds * 1000).toISOString();
  const isOver = sql`counter.window_ends_at <= ${now.toISOString()}::timestamptz`;

  return sql`
    insert into ${throttleCounters} as counter (bucket, user_id, count, "limit", window_ends_at)
    select ${bucket.name}, ${bucket.userId ?? null}::int, 1, ${bucket.limit}::int, ${windowEnd}::timestamptz
    where ${condition}
    on conflict (bucket) do update set
      "limit" = excluded."limit",
      count = case when ${isOver} then 1 else counter.count + 1 end,
      window_ends_at = case when ${isOver} then excluded.window_ends_at else counter.window_ends_at end
    returning count, "limit", window_ends_at`;
};

/** Both statements lock the counters in the order of the buckets, so that they never wait for each other. */
export const makeThrottleStore = (db: Connection): ThrottleStore => ({
  count: async (buckets, now) => {
    const names = buckets.map((_, position) => sql.identifier(`counted_${position}`));
    const counted = buckets.map((bucket, position) => {
      const previous = names[position - 1];
      const mayCount = previous ? sql`exists (select from ${previous} where count <= "limit")` : sql`true`;

      return db.$with(`counted_${position}`, {}).as(countIn(bucket, now, mayCount));
    });
    const blocks = names.map((name) => sql`select ${name}.window_ends_at from ${name} where count > "limit"`);

    const [row] = await db
      .with(...counted)
      .select({
        blockedUntil: sql<string | null>`max(window_ends_at)`.mapWith(throttleCounters.window_ends_at),
      })
      .from(sql`(${sql.join(blocks, sql` union all `)}) as blocks`);

    return row?.blockedUntil ? new Date(row.blockedUntil) : undefined;
  },

  takeBack: async (buckets) => {
    const counted = sql.join(
      buckets.map(({ name }, position) => sql`(${name}, ${position}::int)`),
      sql`, `,
    );
    await db.execute(sql`
      with counted as materialized (
        select counter.bucket
        from ${throttleCounters} as counter
        join (values ${counted}) as taken (bucket, position) on taken.bucket = counter.bucket
        order by taken.position
        for update of counter
      )
      update ${throttleCounters} set count = greatest(count - 1, 0)
      where bucket in (select bucket from counted)`);
  },

  clear: async (userId) => {
    await db.delete(throttleCounters).where(eq(throttleCounters.user_id, userId));
  },
});
