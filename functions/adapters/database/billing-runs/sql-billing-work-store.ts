import { eq, exists, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { heldBy, released } from '#functions/adapters/database/jobs/job-parts.ts';
import { settleAccounts } from '#functions/adapters/database/payments/settle-account.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { nameOf } from '#functions/adapters/database/users/name-of.ts';
import { instantOf, isoFromDataApi } from '#functions/database/instant.ts';
import { billingRunLines, billingRuns } from '#functions/database/schema/billing-tables.ts';
import { billedServices, invoiceItems } from '#functions/database/schema/invoices-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type {
  BillingWorkStore,
  RunJob,
  RunPress,
} from '#functions/ports/database/billing-runs/billing-work-store.ts';
import type { RouteAudit } from '#functions/ports/database/system/journal-store.ts';
import { LINE_REASONS, type LineReason, RUN_STATES } from '#shared/billing/run-words.ts';
import { centsFromDecimal } from '#shared/money.ts';
import { issuedTaxInvoices, sumsOfRun } from './run-sums.ts';
import { stopsRun } from './stopped-run.ts';

const cents = z.string().transform(centsFromDecimal);

const sums = z
  .object({ lines: z.number(), total: cents })
  .transform(({ lines, total }) => ({ lines, totalCents: total }));

const workedRun = z
  .object({
    state: z.enum(RUN_STATES),
    due_date: z.string(),
    drafted_at: z.string().transform((at) => new Date(isoFromDataApi(at))),
    started_by: z.number(),
    invoices_left: z.number().nullable(),
  })
  .transform(({ state, due_date, drafted_at, started_by, invoices_left }) => ({
    state,
    dueDate: due_date,
    draftedAt: drafted_at,
    startedBy: started_by,
    invoicesLeft: invoices_left,
  }));

const reason = z.enum(Object.keys(LINE_REASONS) as [LineReason, ...LineReason[]]);

const workedLine = z
  .object({
    id: z.number(),
    user_id: z.number(),
    service_id: z.number(),
    from_day: z.string(),
    to_day: z.string(),
    price_per_month: cents.nullable(),
    amount: cents,
    description: z.string(),
    refused: reason.nullable(),
    billed_on: z.number().nullable(),
  })
  .transform(
    ({
      id,
      user_id,
      service_id,
      from_day,
      to_day,
      price_per_month,
      amount,
      refused,
      billed_on,
      ...line
    }) => ({
      ...line,
      lineId: id,
      userId: user_id,
      serviceId: service_id,
      from: from_day,
      to: to_day,
      priceCents: price_per_month,
      amountCents: amount,
      reason: refused,
      billedOn: billed_on,
    }),
  );

const listOf = (ids: readonly number[]): SQL => sql`any (${`{${ids}}`}::int[])`;

const auditOfRun = (audit: RouteAudit, runId: number, changes: Record<string, string | number>): SQL =>
  insertAuditRows(audit, {
    record: sql`${`billing run ${runId}`}`,
    changes: sql`${JSON.stringify(changes)}::jsonb`,
    from: sql`changed`,
  });

const jobOf = (runId: number, { key, lane }: RunJob, now: Date): SQL => sql`
  insert into ${jobs} (kind, key, lane, payload, updated_at)
  select 'billing-run', ${key}, ${lane}, jsonb_build_object('runId', ${runId}::int), ${instantOf(now)} from changed`;

/** What refuses a line under the lock of its account (D67); the service may have ended by its last day. */
const REFUSED = sql`case
  when client.user_role <> 'client' then 'administrator'
  when client."User_Status" <> 1 then 'inactive-client'
  when service.id is null then 'deleted'
  when service.status <> 'active' and (service.status <> 'inactive' or coalesce(service.bill_until < line.to_day, true))
    then 'not-active'
  when billed.id is not null then 'billed-meanwhile' end`;

export const makeBillingWorkStore = (db: Connection): BillingWorkStore => {
  /** Changes a run that the caller has locked, with the audit row of the press and what else follows. */
  const change = async (
    runId: number,
    { audit }: RunPress,
    {
      set,
      changes = {},
      also = sql`select`,
    }: { set: SQL; changes?: Record<string, string | number>; also?: SQL },
  ): Promise<void> => {
    await db.execute(sql`
      with changed as (update ${billingRuns} set ${set} where id = ${runId} returning id),
        also as (${also})
      ${auditOfRun(audit, runId, changes)}`);
  };

  return {
    sumUp: async (runId) => {
      const { rows } = await db.execute(sql`
        select count(*)::int as lines, coalesce(sum(amount), 0)::text as total
        from ${billingRunLines} where run_id = ${runId} and state = 'included'`);

      return sums.parse(rows[0]);
    },

    start: (runId, { stopsAfter, totalCents, job, ...press }) =>
      change(runId, press, {
        set: sql`state = 'running', stops_after = ${stopsAfter}::int, started_by = ${press.audit.actorId}::int,
          started_by_name = ${nameOf(sql`${press.audit.actorId}::int`)}, started_at = ${instantOf(press.now)}`,
        changes: { total: totalCents / 100, ...(stopsAfter !== null && { stopsAfter }) },
        also: jobOf(runId, job, press.now),
      }),

    stop: (runId, press) =>
      change(runId, press, { set: sql`state = 'stopped', stopped_at = ${instantOf(press.now)}` }),

    continue: (runId, { job, ...press }) =>
      change(runId, press, {
        set: sql`state = 'running', stopped_at = null, stops_after = null, error = null`,
        also: jobOf(runId, job, press.now),
      }),

    cancel: (runId, press) =>
      change(runId, press, {
        set: sql`state = 'cancelled', finished_at = ${instantOf(press.now)}, error = null,
          sums = ${sumsOfRun(runId, issuedTaxInvoices(runId))}`,
      }),

    lockRun: async (runId) => {
      const { rows } = await db.execute(sql`
        update ${billingRuns} as run set error = case when state <> 'running' then error end
        where id = ${runId}
        returning state, due_date::text, drafted_at, started_by,
          case when stops_after is not null then greatest(0, stops_after - (
            select count(distinct invoice_id) from ${billingRunLines}
            where run_id = run.id and state = 'issued'))::int end as invoices_left`);

      return rows[0] && workedRun.parse(rows[0]);
    },

    lockClients: async (runId, limits) => {
      const { rows } = await db.execute(sql`
        select ${users.User_Id} as id from ${users}
        where ${users.User_Id} in (
          select user_id from (
            select user_id, count(*) as lines, sum(count(*)) over (order by user_id) as until
            from ${billingRunLines} where run_id = ${runId} and state = 'included'
            group by user_id order by user_id limit ${limits.clients}::int
          ) as next where until <= ${limits.lines}::int or until = lines)
        order by ${users.User_Id} for no key update`);

      return rows.map(({ id }) => Number(id));
    },

    readLines: async (runId, userIds, limit) => {
      const { rows } = await db.execute(sql`
        select line.id, line.user_id, line.service_id, line.from_day::text, line.to_day::text,
          line.price_per_month::text, line.amount::text, line.description, ${REFUSED} as refused,
          billed.invoice_id as billed_on
        from ${billingRunLines} as line
        join ${users} as client on client."User_Id" = line.user_id
        left join ${services} as service on service.id = line.service_id and service.user_id = line.user_id
        left join lateral (
          select living.id, item.invoice_id
          from ${billedServices} as living join ${invoiceItems} as item on item.id = living.item_id
          where living.service_id = line.service_id and not living.is_repeat and living.ended_at is null
            and living.from_day <= line.to_day and line.from_day <= living.to_day
          order by living.from_day limit 1
        ) as billed on true
        where line.run_id = ${runId} and line.user_id = ${listOf(userIds)} and line.state = 'included'
        order by line.user_id, line.service_id, line.from_day limit ${limit}::int`);

      return rows.map((row) => workedLine.parse(row));
    },

    stopIfLeft: async (runId, now) => {
      await db.execute(sql`
        update ${billingRuns} set state = 'stopped', stopped_at = ${instantOf(now)}
        where id = ${runId} and state = 'running'
          and exists (select from ${billingRunLines} where run_id = ${runId} and state = 'included')`);
    },

    settle: async (held, userIds, lines) => {
      const { rows } = await db.execute(sql`
        with known as (
          select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (
            "lineId" bigint, "invoiceId" int, reason text, note text)
        ), marked as (
          update ${billingRunLines} as line
          set state = case when known.reason is null then 'issued' else 'left-out' end,
            "group" = case when known.reason is null then line."group" else 'left-out' end,
            reason = known.reason, note = known.note, invoice_id = known."invoiceId",
            item_id = case when known.reason is null then (
              select item.id from ${invoiceItems} as item join ${billedServices} as billed on billed.item_id = item.id
              where item.invoice_id = known."invoiceId" and billed.service_id = line.service_id
                and billed.from_day = line.from_day) end
          from known where line.id = known."lineId"
        ), allocated as (${settleAccounts(sql`select unnest(${`{${userIds}}`}::int[]) as user_id`, { on: null })})
        update ${jobs} set crashes = 1, updated_at = ${instantOf(held.now)} where ${heldBy(held)}
        returning id`);

      return rows.length === 1;
    },

    complete: async (held, runId) => {
      const { rows } = await db.execute(sql`
        with completed as (
          update ${jobs} set state = 'completed', error = null, lease_token = null, lease_until = null,
            updated_at = ${instantOf(held.now)}
          where ${heldBy(held)} returning id
        ), finished as (
          update ${billingRuns} set state = 'done', finished_at = ${instantOf(held.now)}, error = null,
            sums = ${sumsOfRun(runId, issuedTaxInvoices(runId))}
          where id = ${runId} and state = 'running' and exists (select from completed)
        )
        select id from completed`);

      return rows.length === 1;
    },

    release: async (held, release, runId) => {
      const left = db
        .$with('left')
        .as(db.update(jobs).set(released(release, held.now)).where(heldBy(held)).returning({ id: jobs.id }));
      const noted = db.$with('noted').as(
        db
          .update(billingRuns)
          .set(release.state === 'failed' ? stopsRun(release.error, held.now) : { error: release.error })
          .where(
            sql`${eq(billingRuns.id, runId)} and ${billingRuns.state} = 'running' and ${exists(db.select({ id: left.id }).from(left))}`,
          )
          .returning({ id: billingRuns.id }),
      );
      const rows = await db.with(left, noted).select().from(left);

      return rows.length === 1;
    },
  };
};
