import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { accountOrNone } from '#functions/adapters/database/users/account-or-none.ts';
import { instantOf } from '#functions/database/instant.ts';
import { throttleCounters } from '#functions/database/schema/system-tables.ts';
import type { ThrottleBucket, ThrottleStore } from '#functions/ports/database/system/throttle-store.ts';

/**
 * Counts one attempt in a bucket, in a new window if the last one is over; `condition` may forbid it. The first
 * refusal, which is recognised by its count, and the second are counted, later ones are not. A success takes them
 * back together with itself.
 */
export const countIn = (bucket: ThrottleBucket, now: Date, condition: SQL) => {
  const windowEnd = new Date(now.getTime() + bucket.windowSeconds * 1000);
  const isOver = sql`counter.window_ends_at <= ${instantOf(now)}`;
  const units = bucket.units ?? 1;
  const limit = bucket.isFilled ? sql`counter."limit"` : sql`excluded."limit"`;

  return sql`
    insert into ${throttleCounters} as counter (bucket, user_id, count, "limit", window_ends_at)
    select ${bucket.name}, ${bucket.userId === undefined ? sql`null::int` : sql`(${accountOrNone(bucket.userId)})`}, ${units}::int, ${bucket.limit}::int, ${instantOf(windowEnd)}
    where ${condition}
    on conflict (bucket) do update set
      "limit" = ${limit},
      count = case when ${isOver} then excluded.count else least(counter.count + excluded.count, ${limit} + 2) end,
      window_ends_at = case when ${isOver} then excluded.window_ends_at else counter.window_ends_at end
    returning user_id, count, "limit", window_ends_at`;
};

/** The count of a bucket after attempts are taken back; refusals over the limit are no longer counted. */
const lessBy = (units: number) =>
  sql`greatest(least(${throttleCounters.count}, ${throttleCounters.limit}) - ${units}::int, 0)`;

/** Builds an audit row for each counter that meets the condition and belongs to an account. */
const auditBlock = (counters: SQL, condition: SQL, address: string) =>
  insertAuditRows(
    { actorId: null, action: 'auth.login blocked', address },
    {
      record: sql`'user ' || user_id`,
      from: sql`(${counters}) as counters where user_id is not null and ${condition}`,
    },
  );

/** The end of the block, for counters that are over their limit. */
export const blockEnd = sql<string | null>`max(window_ends_at)`.mapWith(throttleCounters.window_ends_at);

/** All statements lock the counters in the same order, so that they never wait for each other: quota, then buckets. */
export const makeThrottleStore = (db: Connection): ThrottleStore => ({
  count: async ({ buckets, quota, address }, now) => {
    const spent = db.$with('spent', {}).as(sql`
      select window_ends_at from ${throttleCounters}
      where bucket = ${quota?.name ?? ''} and count >= ${quota?.limit ?? 0}::int
        and window_ends_at > ${instantOf(now)}`);
    const names = buckets.map((_, position) => sql.identifier(`counted_${position}`));
    const counted = buckets.map((bucket, position) => {
      const previous = names[position - 1];
      const mayCount = previous
        ? sql`exists (select from ${previous} where count <= "limit")`
        : sql`not exists (select from spent)`;

      return db.$with(`counted_${position}`, {}).as(countIn(bucket, now, mayCount));
    });
    const all = sql.join(
      names.map((name) => sql`select * from ${name}`),
      sql` union all `,
    );
    const audited = db.$with('audited', {}).as(auditBlock(all, sql`count = "limit" + 1`, address));

    const [row] = await db
      .with(spent, ...counted, audited)
      .select({ blockedUntil: blockEnd })
      .from(sql`(
        select window_ends_at from spent
        union all select window_ends_at from (${all}) as counters where count > "limit"
      ) as blocks`);

    return row?.blockedUntil ? new Date(row.blockedUntil) : undefined;
  },

  countSuccess: async ({ buckets, quota, address }, now) => {
    const succeeded = db.$with('succeeded', {}).as(countIn(quota, now, sql`true`));
    const taken = sql.join(
      buckets.map(({ name }, position) => sql`(${name}, ${position}::int)`),
      sql`, `,
    );
    const counted = db.$with('counted', {}).as(sql`
      select counter.bucket
      from ${throttleCounters} as counter
      join (values ${taken}) as taken (bucket, position) on taken.bucket = counter.bucket
      where exists (select from succeeded)
      order by taken.position
      for update of counter`);
    const takenBack = db.$with('taken_back', {}).as(sql`
      update ${throttleCounters} set count = ${lessBy(1)}
      where bucket in (select bucket from counted)`);
    const audited = db
      .$with('audited', {})
      .as(auditBlock(sql`select * from succeeded`, sql`count = "limit"`, address));

    const [row] = await db
      .with(succeeded, counted, takenBack, audited)
      .select({ blockedUntil: blockEnd })
      .from(sql`succeeded`)
      .where(sql`count > "limit"`);

    return row?.blockedUntil ? new Date(row.blockedUntil) : undefined;
  },

  take: async (bucket, now) => {
    const taken = db.$with('taken', {}).as(countIn(bucket, now, sql`true`));
    const [row] = await db
      .with(taken)
      .select({ blockedUntil: blockEnd })
      .from(sql`taken`)
      .where(sql`count > "limit"`);

    return row?.blockedUntil ? new Date(row.blockedUntil) : undefined;
  },

  giveBack: async ({ name, units = 1, isFilled }) => {
    const isBucket = eq(throttleCounters.bucket, name);
    // A counter at zero leaves no row, unless the row holds the limit.
    const emptied = isFilled
      ? []
      : await db
          .delete(throttleCounters)
          .where(and(isBucket, lte(throttleCounters.count, units)))
          .returning({ bucket: throttleCounters.bucket });
    if (emptied.length === 0) {
      await db
        .update(throttleCounters)
        .set({ count: lessBy(units) })
        .where(isBucket);
    }
  },

  fill: async ({ name, windowSeconds }, { limit, count, endsAt }, now) => {
    const end = endsAt ?? new Date(now.getTime() + windowSeconds * 1000);
    const isOver = sql`counter.window_ends_at <= ${instantOf(now)}`;
    await db.execute(sql`
      insert into ${throttleCounters} as counter (bucket, count, "limit", window_ends_at)
      values (${name}, ${count}::int, ${limit}::int, ${instantOf(end)})
      on conflict (bucket) do update set
        "limit" = excluded."limit",
        count = case when ${isOver} then excluded.count else greatest(counter.count, excluded.count) end,
        window_ends_at = case when ${isOver} or ${endsAt !== undefined}
          then excluded.window_ends_at else counter.window_ends_at end
      where ${isOver} or ${endsAt !== undefined} or counter."limit" <> excluded."limit"
        or counter.count < excluded.count`);
  },

  isCounting: async (name, now) => {
    const rows = await db
      .select({ bucket: throttleCounters.bucket })
      .from(throttleCounters)
      .where(and(eq(throttleCounters.bucket, name), gt(throttleCounters.window_ends_at, now.toISOString())));

    return rows.length === 1;
  },

  clear: async (userId, limits) => {
    const places = sql.join(
      limits.map((limit, position) => sql`when ${limit}::int then ${position}::int`),
      sql` `,
    );
    const locked = db.$with('locked', {}).as(sql`
      select bucket from ${throttleCounters} where user_id = ${userId}
      order by case "limit" ${places} end, bucket
      for update`);
    await db.with(locked).delete(throttleCounters).where(sql`bucket in (select bucket from locked)`);
  },
});
