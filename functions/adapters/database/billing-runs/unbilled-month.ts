import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { isOfPerson } from '#functions/adapters/database/system/canary-account.ts';
import { billingRunLines, billingRuns } from '#functions/database/schema/billing-tables.ts';
import { billedServices } from '#functions/database/schema/invoices-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { INVOICE_LINES_MAX, RUN_STATES } from '#shared/billing/run-words.ts';
import { daysOfMonth } from '#shared/months.ts';
import { unbilledParts } from './unbilled-parts.ts';

/** The active services of clients that cost something in a month. */
const servicesOf = (month: string): SQL => {
  const { from, to } = daysOfMonth(month);

  return sql`${services} as service join ${users} on ${users.User_Id} = service.user_id
    where service.status = 'active' and service.price_per_month > 0 and ${users.user_role} = 'client'
      and ${users.User_Status} = 1 and ${isOfPerson} and coalesce(service.bill_from, '-infinity') <= ${to}::date
      and coalesce(service.bill_until, 'infinity') >= ${from}::date`;
};

const hasUnbilledService = (month: string): SQL => {
  const { from, to } = daysOfMonth(month);

  return sql`exists (
    select from ${servicesOf(month)} and not exists (
      select from ${billedServices} as billed
      where billed.service_id = service.id and billed.ended_at is null and not billed.is_repeat
        and billed.from_day between ${from}::date - 366 and ${to}::date and billed.to_day >= ${from}::date))`;
};

/** The month, if no run of it was started and a service is not billed in it at all; else null. */
export const unbilledMonth = (month: string): SQL<string | null> =>
  sql<string | null>`case when not exists (
      select from ${billingRuns} where month = ${month} and state in ('running', 'stopped', 'done'))
    and ${hasUnbilledService(month)} then ${month} end`;

/** A run that is running or stopped, with the invoices that are left, as JSON; null for none. */
export const openRun: SQL<string | null> = sql<string | null>`(
  select jsonb_build_object('id', run.id, 'month', run.month, 'state', run.state, 'left', coalesce((
    select sum(ceil(lines / ${sql.raw(`${INVOICE_LINES_MAX}.0`)})) from (
      select count(*) as lines from ${billingRunLines} as line
      where line.run_id = run.id and line.state = 'included' group by line.user_id) as client), 0))::text
  from ${billingRuns} as run where run.state in ('running', 'stopped'))`;

const storedRun = z
  .object({ id: z.number(), month: z.string(), state: z.enum(RUN_STATES), left: z.number() })
  .nullable();

export const readOpenRun = (json: string | null) => storedRun.parse(json === null ? null : JSON.parse(json));

/** The number of services with days of a month that no invoice billed, and what these cost, as JSON. */
export const unbilledOfMonth = (month: string): SQL<string> => {
  const { from, to } = daysOfMonth(month);

  return sql<string>`(
    select jsonb_build_object('count', count(distinct part.service_id), 'amount', coalesce(sum(part.amount), 0))::text
    from (${unbilledParts(sql`
      select service.id, service.price_per_month, greatest(service.bill_from, ${from}::date) as first_day,
        least(service.bill_until, ${to}::date) as last_day
      from ${servicesOf(month)} and service.bill_from is not null`)}) as part
    where part.amount > 0 and not part.is_freed)`;
};
