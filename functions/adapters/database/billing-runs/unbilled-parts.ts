import { type SQL, sql } from 'drizzle-orm';
import { pricesOf } from '#functions/adapters/database/services/price-of-day.ts';
import { billedServices } from '#functions/database/schema/invoices-tables.ts';

/** The number of days of the month in which a day lies. */
export const daysInMonth = (day: SQL): SQL =>
  sql`extract(day from date_trunc('month', ${day}::timestamp) + interval '1 month - 1 day')`;

/**
 * What the days of one month from `from` to `to` cost at a price a month: `partCents` of shared/billing, in SQL. The
 * division of a numeric is exact where a cent's half is.
 */
export const partAmount = (price: SQL, from: SQL, to: SQL): SQL => sql`(
  round(${price} * extract(day from ${to}) / ${daysInMonth(from)}, 2)
  - round(${price} * (extract(day from ${from}) - 1) / ${daysInMonth(from)}, 2))`;

/** A line bills at most a year (D72), so no earlier row reaches the first day. */
const BILLED_DAYS_MAX = 366;

/**
 * A query for the days that no living row bills, cut at the ends of months, at changes of price and around what was
 * billed once and freed: service_id, from_day, to_day, price_per_month, amount, is_freed.
 *
 * @param chosen a query with id, price_per_month, first_day and last_day of services; a first day after the last has none
 */
export const unbilledParts = (chosen: SQL): SQL => sql`
  select chosen.id as service_id, lower(part.days) as from_day, upper(part.days) - 1 as to_day, price.price_per_month,
    ${partAmount(sql`price.price_per_month`, sql`lower(part.days)`, sql`(upper(part.days) - 1)`)} as amount, part.is_freed
  from (${chosen}) as chosen
  cross join lateral (
    select coalesce(range_agg(daterange(billed.from_day, billed.to_day, '[]')) filter (where billed.ended_at is null), '{}') as living,
      coalesce(range_agg(daterange(billed.from_day, billed.to_day, '[]')) filter (where billed.ended_at is not null), '{}') as ended
    from ${billedServices} as billed
    where billed.service_id = chosen.id and not billed.is_repeat
      and billed.from_day between chosen.first_day - ${sql.raw(String(BILLED_DAYS_MAX))} and chosen.last_day
  ) as billed
  cross join lateral (
    select datemultirange(daterange(chosen.first_day, greatest(chosen.first_day, chosen.last_day), '[]')) - billed.living as days
    where chosen.first_day <= chosen.last_day
  ) as open
  cross join lateral (${pricesOf(sql`chosen.id`, sql`chosen.price_per_month`)}) as price
  cross join lateral generate_series(date_trunc('month', chosen.first_day::timestamp), chosen.last_day, '1 month') as month
  cross join lateral (
    select datemultirange(price.days * daterange(month::date, (month + interval '1 month')::date)) as days
  ) as same
  cross join lateral (
    select unnest((open.days - billed.ended) * same.days) as days, false as is_freed
    union all select unnest(open.days * billed.ended * same.days), true
  ) as part`;
