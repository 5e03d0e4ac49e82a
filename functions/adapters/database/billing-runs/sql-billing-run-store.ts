import { or, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { escapeLike } from '#functions/adapters/database/sql/like-pattern.ts';
import { ONE_ROW, readOneRow } from '#functions/adapters/database/sql/one-row.ts';
import { auditingPage } from '#functions/adapters/database/system/audited-reads.ts';
import { matchesTerm } from '#functions/adapters/database/users/matches-term.ts';
import { instantOf, isoFromDataApi } from '#functions/database/instant.ts';
import { billingRunLines, billingRuns } from '#functions/database/schema/billing-tables.ts';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type {
  BillingRunStore,
  LineFilter,
  StoredRunLine,
  SumRules,
} from '#functions/ports/database/billing-runs/billing-run-store.ts';
import {
  DIFFERING_GROUPS,
  LINE_GROUPS,
  LINE_REASONS,
  type LineReason,
  RUN_STATES,
} from '#shared/billing/run-words.ts';
import {
  billingRun,
  billingRunLine,
  RUN_LINE_FILTERS,
  type RunLineFilter,
} from '#shared/contract/billing-runs.ts';
import { isMailOf, isNotMailed, keptSums, SUMS_MOVE_DAYS, sumsOfRun } from './run-sums.ts';

const instant = z.string().transform(isoFromDataApi);

const sums = billingRun.pick({
  invoices: true,
  lines: true,
  total: true,
  vat: true,
  leftOut: true,
  toCredit: true,
  issued: true,
  issuedTotal: true,
  printed: true,
  mailed: true,
  notMailed: true,
});

const runRow = z
  .object({
    id: z.number(),
    month: z.string(),
    state: z.enum(RUN_STATES),
    dueDate: z.string(),
    startedBy: z.string().nullable(),
    startedAt: instant.nullable(),
    finishedAt: instant.nullable(),
    error: z.string().nullable(),
    sums: z.string().transform((json) => sums.parse(JSON.parse(json))),
  })
  .transform(({ sums: summed, ...run }) => ({ ...run, ...summed }));

const isFixed = (now: Date): SQL => sql`run.sums is not null
  and run.finished_at < ${instantOf(now)} - ${`${SUMS_MOVE_DAYS} days`}::interval`;

const selectRuns = ({ isTaxInvoice, now }: SumRules, condition: SQL): SQL => sql`
  select run.id, run.month, run.state, run.due_date::text as "dueDate", run.started_by_name as "startedBy",
    run.started_at as "startedAt", run.finished_at as "finishedAt", run.error,
    (case when ${isFixed(now)} then run.sums when run.sums is not null then ${keptSums(sql`run`)}
      else ${sumsOfRun(sql`run.id`, isTaxInvoice)} end)::text as sums
  from ${billingRuns} as run where ${condition} order by run.id desc`;

const amount = z.number();

const storedLine: z.ZodType<StoredRunLine> = billingRunLine.omit({ mail: true, reason: true }).extend({
  amount,
  pricePerMonth: amount.nullable(),
  lastAmount: amount.nullable(),
  reason: z.enum(Object.keys(LINE_REASONS) as [LineReason, ...LineReason[]]).nullable(),
  mailState: z.string().nullable(),
  mailReason: z.string().nullable(),
});

const differs = sql`line."group" in (${sql.join(
  DIFFERING_GROUPS.map((group) => sql`${group}::text`),
  sql`, `,
)})`;

const isOf = (filter: RunLineFilter): SQL => {
  if (filter === 'differs') {
    return differs;
  }

  return filter === 'not-mailed'
    ? sql`line.state = 'issued' and exists (
        select from (select) as one_row
        left join ${mails} as mail on ${isMailOf(sql`mail`, sql`line.invoice_id`)} where ${isNotMailed})`
    : sql`line."group" = ${filter}`;
};

/** Of each group the number of lines, and of those whose invoice was not mailed. */
const groupCounts = z.record(z.string(), z.tuple([z.number(), z.number()]));

const compact = (text: string) => text.replaceAll(' ', '');

const linesOf = (runId: number, { terms }: LineFilter): SQL => {
  const lines = sql`${billingRunLines} as line where line.run_id = ${runId}`;
  if (terms.length === 0) {
    return sql`select line.* from ${lines}`;
  }
  const inText = terms
    .filter(({ form }) => compact(form) !== '')
    .map(
      ({ form }) =>
        sql`replace(search_form(line.description), ' ', '') like ${`%${escapeLike(compact(form))}%`}`,
    );

  return sql`
    select line.* from ${lines} and (${or(
      ...inText,
      sql`line.user_id in (select ${users.User_Id} from ${users} where ${or(...terms.map(matchesTerm))})`,
    )})`;
};

export const makeBillingRunStore = (db: Connection): BillingRunStore => ({
  list: async (rules) => {
    const { rows } = await db.execute(selectRuns(rules, sql`true`));

    return rows.map((row) => runRow.parse(row));
  },

  find: async (runId, rules) => {
    const { rows } = await db.execute(selectRuns(rules, sql`run.id = ${runId}`));

    return rows[0] && runRow.parse(rows[0]);
  },

  findLatest: async (month, rules) => {
    const { rows } = await db.execute(sql`${selectRuns(rules, sql`run.month = ${month}`)} limit 1`);

    return rows[0] && runRow.parse(rows[0]);
  },

  listLines: async (runId, filter, { offset, limit }, audit) => {
    const isRun = sql<boolean>`exists (select from ${billingRuns} where ${billingRuns.id} = ${runId})`;
    const lines = sql`(${linesOf(runId, filter)})`;
    const page = sql`
      select line.*, row_number() over (order by ${differs} desc, line.user_id, line.service_id, line.from_day, line.id) as place
      from (
        select * from ${lines} as line where ${filter.group ? isOf(filter.group) : sql`true`}
        order by ${differs} desc, line.user_id, line.service_id, line.from_day, line.id limit ${limit} offset ${offset}
      ) as line`;
    const named = sql`
      select line.place, line.id, line.user_id as "userId", ${users.OWNumber} as "OWNumber",
        trim(${users.User_Name} || ' ' || ${users.User_Surname}) as name, ${users.User_Org} as company,
        line.service_id as "serviceId", line.description as service, line.from_day as "from", line.to_day as "to", line.days,
        line.of_days as "ofDays", line.price_per_month as "pricePerMonth", line.amount, line.last_amount as "lastAmount",
        line."group", line.state, line.reason, line.note, line.invoice_id as "invoiceId",
        invoice.invoice_number as "invoiceNumber", line.item_id as "lineId", mail.state as "mailState",
        mail.reason as "mailReason"
      from (${page}) as line
      join ${users} on ${users.User_Id} = line.user_id
      left join ${invoices} as invoice on invoice.id = line.invoice_id
      left join ${mails} as mail on line.state = 'issued' and ${isMailOf(sql`mail`, sql`line.invoice_id`)}`;
    const counts = sql`
      select jsonb_object_agg("group", jsonb_build_array(count, not_mailed)) from (
        select line."group", count(*) as count, count(*) filter (where ${isOf('not-mailed')}) as not_mailed
        from ${lines} as line group by line."group") as counted`;
    const rows = await db
      .with(...(audit ? auditingPage(db, audit, isRun) : []))
      .select({
        isFound: isRun,
        counts: sql<string | null>`(${counts})::text`,
        line: sql<string | null>`to_jsonb(named)`,
      })
      .from(ONE_ROW)
      .leftJoin(sql`(${named}) as named`, sql`true`)
      .orderBy(sql`named.place`);
    const { isFound, counts: counted } = readOneRow(rows);
    if (!isFound) {
      return undefined;
    }
    const byGroup = new Map(Object.entries(groupCounts.parse(JSON.parse(counted ?? '{}'))));
    const countOf = (filter: RunLineFilter): number => {
      const isNotMailed = filter === 'not-mailed';
      const groups = isNotMailed ? LINE_GROUPS : filter === 'differs' ? DIFFERING_GROUPS : [filter];

      return groups.reduce((sum, group) => sum + (byGroup.get(group)?.[isNotMailed ? 1 : 0] ?? 0), 0);
    };

    return {
      lines: rows.flatMap(({ line }) => (line === null ? [] : [storedLine.parse(JSON.parse(line))])),
      total: filter.group
        ? countOf(filter.group)
        : LINE_GROUPS.reduce((sum, group) => sum + countOf(group), 0),
      counts: Object.fromEntries(RUN_LINE_FILTERS.map((name) => [name, countOf(name)])) as Record<
        RunLineFilter,
        number
      >,
    };
  },

  readMonths: async (months) => {
    const [row] = await db
      .select({
        withoutFirstDay: sql<number>`(
          select count(*) from ${services} where ${services.status} = 'active' and ${services.bill_from} is null)`,
        runs: sql<string>`coalesce((
          select jsonb_agg(latest) from (
            select distinct on (month) month, id, state from ${billingRuns}
            where month in (select jsonb_array_elements_text(${JSON.stringify(months)}::jsonb)) order by month, id desc
          ) as latest), '[]')::text`,
      })
      .from(ONE_ROW);
    const runs = z.array(z.object({ month: z.string(), id: z.number(), state: z.enum(RUN_STATES) }));

    return { withoutFirstDay: row?.withoutFirstDay ?? 0, runs: runs.parse(JSON.parse(row?.runs ?? '[]')) };
  },
});
