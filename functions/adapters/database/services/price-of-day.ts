import { type SQL, sql } from 'drizzle-orm';
import { servicePrices } from '#functions/database/schema/services-tables.ts';

/** What a service costs a month on a day: the earlier price that reaches it, else its own. */
export const priceOfDay = (serviceId: SQL, ownPrice: SQL, day: SQL): SQL<string> => sql<string>`coalesce((
  select earlier.price_per_month from ${servicePrices} as earlier
  where earlier.service_id = ${serviceId} and earlier.until_day >= ${day} order by earlier.until_day limit 1), ${ownPrice})`;

/** A query for the prices of a service, each with its `days` as a daterange; the first and the last have no end. */
export const pricesOf = (serviceId: SQL, ownPrice: SQL): SQL => sql`
  select price.price_per_month, daterange(lag(price.until_day) over (order by price.until_day) + 1, price.until_day, '[]') as days
  from (
    select until_day, price_per_month from ${servicePrices} where service_id = ${serviceId}
    union all select null, ${ownPrice}
  ) as price`;
