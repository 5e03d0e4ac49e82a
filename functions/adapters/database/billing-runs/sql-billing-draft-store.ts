import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { FOREIGN_KEY_VIOLATION, findDatabaseFault } from '#functions/adapters/database/database-fault.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { instantOf, isoFromDataApi } from '#functions/database/instant.ts';
import { billingRunLines, billingRuns } from '#functions/database/schema/billing-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type {
  BillingDraftStore,
  LockedRun,
} from '#functions/ports/database/billing-runs/billing-draft-store.ts';
import { type LineReason, RUN_STATES, TAKEN_IN_REASONS } from '#shared/billing/run-words.ts';
import { RUN_DIFFERENCES_MAX } from '#shared/contract/limits.ts';
import { changedByOthers, type RunDifference } from '#shared/errors.ts';
import { draftLines, lackingOf } from './draft-lines.ts';
import { byRule } from './line-states.ts';

const instant = z.string().transform((at) => new Date(isoFromDataApi(at)));

const lockedRun = z
  .object({
    id: z.number(),
    month: z.string(),
    state: z.enum(RUN_STATES),
    due_date: z.string(),
    drafted_at: instant,
    stopped_at: instant.nullable(),
  })
  .transform(
    ({ id, month, state, due_date, drafted_at, stopped_at }): LockedRun => ({
      id,
      month,
      state,
      dueDate: due_date,
      draftedAt: drafted_at,
      stoppedAt: stopped_at,
    }),
  );

const amountOrNull = z
  .string()
  .nullable()
  .transform((amount) => (amount === null ? null : Number(amount)));

const difference: z.ZodType<RunDifference> = z.object({
  userId: z.number(),
  OWNumber: z.string(),
  name: z.string(),
  service: z.string(),
  from: z.string(),
  to: z.string(),
  was: amountOrNull,
  is: amountOrNull,
});

const COLUMNS = sql.raw(
  'user_id, service_id, from_day, to_day, days, of_days, price_per_month, amount, last_amount, description, "group", group_if_included, state, reason, note, is_excluded, invoice_id, item_id',
);

/** What an administrator's decision about a line, or about another line of the client, may change. */
const DECIDABLE_REASONS = [...TAKEN_IN_REASONS, 'no-name', 'no-address'] as const satisfies LineReason[];

const isOneOf = (reasons: readonly LineReason[]): SQL =>
  sql`reason in (${sql.join(
    reasons.map((reason) => sql`${reason}::text`),
    sql`, `,
  )})`;

export const makeBillingDraftStore = (db: Connection): BillingDraftStore => {
  const lockWhere = async (condition: SQL): Promise<LockedRun | undefined> => {
    const { rows } = await db.execute(sql`
      select id, month, state, due_date::text, drafted_at, stopped_at from ${billingRuns} where ${condition} for update`);

    return rows[0] && lockedRun.parse(rows[0]);
  };

  return {
    lock: (runId) => lockWhere(sql`id = ${runId}`),

    lockOpen: () => lockWhere(sql`state in ('draft', 'running', 'stopped')`),

    create: async ({ month, dueDate, draftedBy, now }) => {
      const { rows } = await db.execute(sql`
        insert into ${billingRuns} (month, due_date, drafted_by, drafted_at)
        values (${month}, ${dueDate}::date, ${draftedBy}::int, ${instantOf(now)})
        on conflict do nothing returning id`);

      return rows[0] && z.number().parse(rows[0].id);
    },

    change: async (runId, { month, dueDate, draftedBy, now }) => {
      await db.execute(sql`
        update ${billingRuns}
        set month = ${month}, due_date = ${dueDate}::date, drafted_by = ${draftedBy}::int, drafted_at = ${instantOf(now)}
        where id = ${runId}`);
    },

    setFirstDays: async (day) => {
      const { rows } = await db.execute(sql`
        with changed as (
          update ${services} set bill_from = ${day}::date where status = 'active' and bill_from is null returning id
        )
        select count(*)::int as count from changed`);

      return z.number().parse(rows[0]?.count);
    },

    write: async (runId, rules) => {
      // The lines are read as they were before the statement, so the new ones keep what was decided of the old ones.
      try {
        await db.execute(sql`
          with deleted as (delete from ${billingRunLines} where run_id = ${runId})
          insert into ${billingRunLines} (run_id, ${COLUMNS})
          select ${runId}::int, ${COLUMNS} from (${draftLines(runId, rules)}) as line
          order by user_id, service_id, from_day`);
      } catch (error) {
        // A client was deleted while the statement ran.
        throw findDatabaseFault(error)?.sqlState === FOREIGN_KEY_VIOLATION ? changedByOthers(error) : error;
      }
    },

    compare: async (runId, rules) => {
      const { rows } = await db.execute(sql`
        select ${users.User_Id} as "userId", ${users.OWNumber} as "OWNumber",
          trim(${users.User_Name} || ' ' || ${users.User_Surname}) as name,
          coalesce(present.description, drafted.description) as service,
          coalesce(present.from_day, drafted.from_day)::text as "from", coalesce(present.to_day, drafted.to_day)::text as "to",
          drafted.amount::text as was, present.amount::text as "is"
        from (select * from ${billingRunLines} where run_id = ${runId} and state = 'included') as drafted
        full join (
          select * from (${draftLines(runId, rules)}) as line where state = 'included'
        ) as present using (service_id, from_day, to_day, user_id)
        join ${users} on ${users.User_Id} = user_id
        where (drafted.amount, drafted.price_per_month, drafted.description)
          is distinct from (present.amount, present.price_per_month, present.description)
        order by user_id, service_id, from_day limit ${RUN_DIFFERENCES_MAX}::int`);

      return rows.map((row) => difference.parse(row));
    },

    decide: async (runId, { lineIds, isExcluded }, { isTaxInvoice }, audit) => {
      const isChosen = sql`line.id in (
        select value::bigint from jsonb_array_elements_text(${JSON.stringify(lineIds)}::jsonb) as chosen (value))`;
      const lacks = isTaxInvoice ? lackingOf(sql`line.user_id`) : sql`null::text`;
      // Only what waited has an invoice: another line that is taken in again waits if something speaks against it later.
      const decision = isExcluded ? sql`true` : sql`case when invoice_id is null then null else false end`;
      const applies = isExcluded ? sql`true` : isOneOf(TAKEN_IN_REASONS);
      const decided = sql`(
        select line.id, user_id, service_id, from_day, amount, null::text as refused,
          case when reason in ('freed', 'perhaps-billed') then reason end as waits, ${lacks} as lacks,
          case when ${isChosen} and ${applies} then ${decision} else is_excluded end as is_excluded,
          ${isChosen} and ${applies} as is_chosen
        from ${billingRunLines} as line
        where run_id = ${runId} and state in ('included', 'left-out')
          and (reason is null or ${isOneOf(DECIDABLE_REASONS)})
          and user_id in (select line.user_id from ${billingRunLines} as line where run_id = ${runId} and ${isChosen})
      ) as decided`;
      await db.execute(sql`
        with changed as (
          update ${billingRunLines} as line set is_excluded = ruled.is_excluded, reason = ruled.reason,
            state = case when ruled.reason is null then 'included' else 'left-out' end,
            "group" = case when ruled.reason is null then line.group_if_included else 'left-out' end
          from (${byRule(decided)}) as ruled where line.id = ruled.id
          returning ruled.is_chosen
        )
        ${insertAuditRows(audit, {
          record: sql`${`billing run ${runId}`}`,
          changes: sql`jsonb_build_object(${isExcluded ? 'leftOut' : 'takenIn'}::text, count)`,
          from: sql`(select count(*) filter (where is_chosen) as count from changed) as counted`,
        })}`);
    },

    delete: async (runId) => {
      await db.execute(sql`delete from ${billingRuns} where id = ${runId}`);
    },
  };
};
