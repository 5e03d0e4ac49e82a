import { type SQL, sql } from 'drizzle-orm';
import { LACKS } from '#functions/adapters/database/invoices/invoice-issue.ts';
import { isOfPerson } from '#functions/adapters/database/system/canary-account.ts';
import { billingRunLines } from '#functions/database/schema/billing-tables.ts';
import { billedServices, invoiceItems, invoices } from '#functions/database/schema/invoices-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { DraftRules } from '#functions/ports/database/billing-runs/billing-draft-store.ts';
import { MONTHS_CAUGHT_UP } from '#shared/billing/run-words.ts';
import { monthAfter, TIME_ZONE } from '#shared/dates.ts';
import { daysOfMonth, startOf } from '#shared/months.ts';
import { byRule } from './line-states.ts';
import { daysText, manyDaysText, serviceText } from './line-text.ts';
import { daysInMonth, partAmount, unbilledParts } from './unbilled-parts.ts';

const day = (text: string): SQL => sql`${text}::date`;

const monthBefore = (month: string, months: number) => daysOfMonth(monthAfter(startOf(month), -months));

const isLiving = sql`billed.ended_at is null and not billed.is_repeat and billed.from_day is not null`;

/** The days that all rows of a line bill or billed: a credit note by lines divides its row. */
const daysOfItem = sql`(
  select sum(whole.to_day - whole.from_day + 1) from ${billedServices} as whole where whole.item_id = billed.item_id)`;

/** What the days of a row from `from` to `to` cost: by its price, else as a share of the line's days. */
const amountOfRow = (from: SQL, to: SQL): SQL => sql`case
  when billed.price_per_month is not null then ${partAmount(sql`billed.price_per_month`, from, to)}
  else (
    select round(line.line_amount * (${to} - ${from} + 1) / ${daysOfItem}, 2)
    from ${invoiceItems} as line where line.id = billed.item_id) end`;

/** What credit notes by lines took off the line of `item` already. */
const creditedOfItem = sql`(
  select coalesce(sum((line.value ->> 'amountCents')::bigint), 0) / 100.0
  from credit_notes as note cross join jsonb_array_elements(note.lines) as line (value)
  where note.invoice_id = item.invoice_id and note.lines is not null and (line.value ->> 'lineId')::int = item.id)`;

/** The reason for which an account may get no tax invoice above R 5 000; null for none. */
const LACKING = sql`case when ${LACKS.name} then 'no-name' when ${LACKS.address} then 'no-address' end`;

export const lackingOf = (userId: SQL): SQL =>
  sql`(select ${LACKING} from ${users} where ${users.User_Id} = ${userId})`;

const beyond = (until: SQL): SQL => sql`greatest(billed.from_day, ${until} + 1)`;

/** The living days of rows after the last day of their service. */
const creditOf = (rows: SQL, until: SQL): SQL => sql`
  select billed.service_id, billed.item_id, invoice.user_id, invoice.id as invoice_id, item.description,
    billed.price_per_month, ${beyond(until)} as from_day, billed.to_day,
    case when billed.price_per_month is null then ${daysOfItem} else ${daysInMonth(sql`billed.from_day`)} end::int as of_days,
    least(${amountOfRow(beyond(until), sql`billed.to_day`)}, item.line_amount - ${creditedOfItem}) as amount
  from ${rows}
  join ${invoiceItems} as item on item.id = billed.item_id
  join ${invoices} as invoice on invoice.id = item.invoice_id
  where ${isLiving} and billed.to_day > ${until}`;

/**
 * A query for the lines of a draft, with all columns but id and run: what is billed, what is left out, what is to be
 * credited and what is gone (D67). What an administrator decided is taken from the lines that the run has.
 */
export const draftLines = (runId: number, { month, isTaxInvoice }: DraftRules): SQL => {
  const { from: first, to: last } = daysOfMonth(month);
  const before = monthBefore(month, 1);
  const caughtUp = monthBefore(month, MONTHS_CAUGHT_UP);
  const eve = sql`(${day(caughtUp.from)} - 1)`;
  const isCounted = sql`(service.status = 'active' or service.status = 'inactive' and service.bill_until is not null)`;
  const lacking = isTaxInvoice ? LACKING : sql`null::text`;

  return sql`
    with billable as materialized (
      select service.id, service.user_id, service.price_per_month, service.bill_from as first_day,
        least(service.bill_until, ${day(last)}) as last_day, ${serviceText(sql`service`)} as text, ${lacking} as lacks,
        case when ${users.user_role} <> 'client' then 'administrator'
          when ${users.User_Status} <> 1 then 'inactive-client' end as refused
      from ${services} as service join ${users} on ${users.User_Id} = service.user_id
      where ${isCounted} and service.bill_from <= least(service.bill_until, ${day(last)}) and ${isOfPerson}
    ), recent as materialized (${unbilledParts(sql`
      select id, price_per_month, greatest(first_day, ${day(caughtUp.from)}) as first_day, last_day
      from billable where last_day >= ${day(caughtUp.from)}`)}
    ), older as (
      select service_id, min(from_day) as from_day, max(to_day) as to_day, sum(to_day - from_day + 1)::int as days,
        case when min(price_per_month) = max(price_per_month) then min(price_per_month) end as price_per_month,
        sum(amount) as amount
      from (${unbilledParts(sql`
        select id, price_per_month, first_day, least(last_day, ${eve}) as last_day from billable
        where first_day <= ${eve} and (
          select coalesce(sum(least(billed.to_day, last_day, ${eve}) - greatest(billed.from_day, first_day) + 1), 0)
          from ${billedServices} as billed
          where billed.service_id = billable.id and ${isLiving} and billed.to_day >= first_day
            and billed.from_day <= least(last_day, ${eve})
        ) < least(last_day, ${eve}) - first_day + 1`)}) as part
      group by service_id having sum(amount) > 0
    ), last as materialized (
      select service_id, sum(amount) as amount, sum(days)::int as days, min(from_day) as from_day, max(to_day) as to_day,
        (array_agg(coalesce(price_per_month, case when days = ${daysInMonth(day(before.from))} then amount end)
          order by to_day desc))[1] as price,
        (array_agg(item_id order by to_day desc))[1] as item_id
      from (
        select billed.service_id, cut.from_day, cut.to_day, cut.to_day - cut.from_day + 1 as days, billed.price_per_month,
          billed.item_id, ${amountOfRow(sql`cut.from_day`, sql`cut.to_day`)} as amount
        from ${billedServices} as billed
        cross join lateral (
          select greatest(billed.from_day, ${day(before.from)}) as from_day, least(billed.to_day, ${day(before.to)}) as to_day
        ) as cut
        where ${isLiving} and billed.from_day <= ${day(before.to)} and billed.to_day >= ${day(before.from)}
      ) as row
      group by service_id
    ), hand as materialized (
      select user_id, covered.month::date as month, max(id) as invoice_id
      from (
        select invoice.id, invoice.user_id, date_trunc('month', invoice.created_at at time zone ${sql.raw(`'${TIME_ZONE}'`)}) as month
        from ${invoices} as invoice
        where invoice.created_at >= ${startOf(monthAfter(startOf(month), -MONTHS_CAUGHT_UP - 1)).toISOString()}::timestamptz
          and invoice.created_at < ${startOf(monthAfter(startOf(month), 1)).toISOString()}::timestamptz
          and invoice.status <> 'void' and (
            -- A sum of its own for each invoice: as a join, it would read the lines of all years.
            select bool_or(not exists (
              select from ${billedServices} as billed where billed.item_id = item.id offset 0))
            from ${invoiceItems} as item where item.invoice_id = invoice.id)
      ) as invoice
      cross join lateral (values (month), (month + interval '1 month')) as covered (month)
      group by user_id, covered.month
    ), decided as (
      select service_id, coalesce(range_agg(daterange(from_day, to_day, '[]')) filter (where is_excluded), '{}') as out,
        coalesce(range_agg(daterange(from_day, to_day, '[]')) filter (where not is_excluded), '{}') as taken
      from ${billingRunLines} where run_id = ${runId}::int and is_excluded is not null group by service_id
    ), unbilled as (
      select billable.user_id, line.service_id, line.from_day, line.to_day, line.days, line.of_days, line.price_per_month,
        line.amount, last.amount as last_amount, billable.text || ', ' || ${daysText(sql`line`)} as description,
        case
          when last.amount is null or line.days = line.of_days and line.from_day < ${day(first)} then 'new'
          when coalesce(last.price <> line.price_per_month,
            ${partAmount(sql`line.price_per_month`, sql`last.from_day`, sql`last.to_day`)} <> last.amount) then 'price'
          when line.days < line.of_days or last.days < ${daysInMonth(day(before.from))} then 'part'
          else 'same'
        end as group_if_included,
        coalesce(billable.refused, case when line.amount > 0 then null when line.price_per_month = 0 then 'free'
          else 'under-a-cent' end) as refused,
        case when line.is_freed then 'freed' when hand.invoice_id is not null then 'perhaps-billed' end as waits,
        billable.lacks,
        case when decided.out && datemultirange(daterange(line.from_day, line.to_day, '[]')) then true
          when decided.taken @> daterange(line.from_day, line.to_day, '[]') then false end as is_excluded,
        case when line.is_freed then freed.invoice_id else hand.invoice_id end as invoice_id, freed.item_id
      from (
        select *, to_day - from_day + 1 as days, ${daysInMonth(sql`from_day`)}::int as of_days from recent
        where amount > 0 or from_day >= ${day(first)}
      ) as line
      join billable on billable.id = line.service_id
      left join last on last.service_id = line.service_id
      left join hand on hand.user_id = billable.user_id and hand.month = date_trunc('month', line.from_day::timestamp)::date
      left join decided on decided.service_id = line.service_id
      left join lateral (
        select billed.item_id, item.invoice_id
        from ${billedServices} as billed join ${invoiceItems} as item on item.id = billed.item_id
        where line.is_freed and billed.service_id = line.service_id and billed.ended_at is not null and not billed.is_repeat
          and billed.from_day <= line.to_day and billed.to_day >= line.from_day
        order by billed.ended_at desc, billed.id desc limit 1
      ) as freed on true
    ), credit as (
      ${creditOf(
        sql`${services} as service join ${billedServices} as billed on billed.service_id = service.id`,
        sql`service.bill_until`,
      )}
      union all
      ${creditOf(sql`${billedServices} as billed`, sql`billed.service_until`)}
        and not exists (select from ${services} where ${services.id} = billed.service_id)
    ), gone as (
      select last.*, invoice.user_id, invoice.id as invoice_id, item.description,
        service.id is not null and service.status = 'active' and service.bill_from > ${day(last)} as is_later,
        service.bill_from, now_billed.invoice_id as now_invoice_id, now_billed.item_id as now_item_id,
        case when now_billed.item_id is not null then 'billed-before'
          when service.id is null then 'deleted'
          when service.bill_until < ${day(first)} then 'ended'
          when service.status in ('suspended', 'pending', 'inactive') then service.status end as reason
      from last
      join ${invoiceItems} as item on item.id = last.item_id
      join ${invoices} as invoice on invoice.id = item.invoice_id
      left join ${services} as service on service.id = last.service_id
      left join lateral (
        select billed.item_id, billed.price_per_month, item.invoice_id
        from ${billedServices} as billed join ${invoiceItems} as item on item.id = billed.item_id
        where billed.service_id = last.service_id and ${isLiving} and billed.from_day <= ${day(last)}
          and billed.to_day >= ${day(first)}
        order by billed.from_day limit 1
      ) as now_billed on true
      where now_billed.price_per_month is null
        and not exists (select from recent where recent.service_id = last.service_id and recent.from_day >= ${day(first)})
    ), lines as (
      select *, null::text as note from unbilled
      union all
      select billable.user_id, older.service_id, older.from_day, older.to_day, older.days, older.days,
        older.price_per_month, older.amount, last.amount, billable.text || ', ' || ${manyDaysText(sql`older`)}, 'new',
        coalesce(billable.refused, 'older'), null, null, null, null, null, null
      from older join billable on billable.id = older.service_id left join last on last.service_id = older.service_id
    ), ruled as (${byRule(sql`lines`)})
    select user_id, service_id, from_day, to_day, days, of_days, price_per_month, amount, last_amount, description,
      case when reason is null then group_if_included else 'left-out' end as "group", group_if_included,
      case when reason is null then 'included' else 'left-out' end as state, reason, note, is_excluded, invoice_id, item_id
    from ruled
    union all
    select user_id, service_id, from_day, to_day, to_day - from_day + 1, of_days, price_per_month, amount, null, description,
      'to-credit', 'to-credit', 'listed', null, null, null, invoice_id, item_id
    from credit where amount > 0
    union all
    select user_id, service_id, from_day, to_day, days, ${daysInMonth(day(before.from))}::int, price, 0, amount,
      description, 'gone', 'gone', 'listed', reason,
      case when is_later then 'It is billed from ' || to_char(bill_from, 'FMDD FMMonth YYYY') end, null,
      coalesce(now_invoice_id, invoice_id), coalesce(now_item_id, item_id)
    from gone`;
};
