import { eq, sql as raw } from 'drizzle-orm';
import { throttleCounters } from '#functions/database/schema.ts';
import type { ThrottleStore } from '#functions/ports/throttle-store.ts';
import type { Sql } from './sql.ts';

/** In one order everywhere, so that two statements that share buckets never wait for each other. */
const byName = <T extends { name: string }>(buckets: readonly T[]) =>
  buckets.toSorted((a, b) => (a.name < b.name ? -1 : 1));

export const makeThrottleStore = (sql: Sql): ThrottleStore => ({
  count: async (buckets, now) => {
    const ordered = byName(buckets);
    const rows = await sql
      .insert(throttleCounters)
      .values(
        ordered.map((bucket) => ({
          bucket: bucket.name,
          user_id: bucket.userId ?? null,
          count: 1,
          limit: bucket.limit,
          window_ends_at: new Date(now.getTime() + bucket.windowSeconds * 1000).toISOString(),
        })),
      )
      .onConflictDoUpdate({
        target: throttleCounters.bucket,
        set: {
          count: raw`case when ${throttleCounters.window_ends_at} <= ${now.toISOString()}::timestamptz then 1 else ${throttleCounters.count} + 1 end`,
          window_ends_at: raw`case when ${throttleCounters.window_ends_at} <= ${now.toISOString()}::timestamptz then excluded.window_ends_at else ${throttleCounters.window_ends_at} end`,
        },
      })
      .returning();

    const blocks = rows.filter((row) => row.count > row.limit).map((row) => Date.parse(row.window_ends_at));

    return blocks.length > 0 ? new Date(Math.max(...blocks)) : undefined;
  },

  takeBack: async (buckets) => {
    const names = raw.join(
      byName(buckets).map((bucket) => raw`${bucket.name}`),
      raw`, `,
    );
    await sql.execute(raw`
      with counted as materialized (
        select bucket from ${throttleCounters} where bucket in (${names}) order by bucket for update
      )
      update ${throttleCounters} set count = greatest(count - 1, 0)
      where bucket in (select bucket from counted)`);
  },

  clear: async (userId) => {
    await sql.delete(throttleCounters).where(eq(throttleCounters.user_id, userId));
  },
});
