import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { billedServices } from '#functions/database/schema/invoices-tables.ts';
import { servicePrices, services } from '#functions/database/schema/services-tables.ts';
import type { StoredPrices } from '#functions/ports/database/services/service-store.ts';
import { moveDay } from '#shared/billing/priced-days.ts';
import { type Service, SUSPENDED_FOR } from '#shared/contract/services.ts';
import { dayAfter } from '#shared/dates.ts';

/** A column that a `returning` names has no table before it, so the table stands here. */
const isLiving = sql`billed.service_id = ${services}.id and not billed.is_repeat and billed.ended_at is null`;

/** True if a living row bills this day. */
export const isDayBilled = (day: string | undefined) => sql<boolean>`exists (
  select from ${billedServices} as billed
  where ${isLiving} and ${day ?? null}::date between billed.from_day and billed.to_day)`;

export const serviceColumns = {
  id: services.id,
  serviceCategory: services.service_category,
  accountType: services.account_type,
  accountUsername: services.account_username,
  msisdn: services.msisdn,
  simSerialNumber: services.sim_serial_number,
  lastPrice: services.price_per_month,
  status: services.status,
  billFrom: services.bill_from,
  billUntil: services.bill_until,
  billedUntil: sql<
    string | null
  >`(select max(billed.to_day)::text from ${billedServices} as billed where ${isLiving})`.as('billed_until'),
  earlierPrices: sql<unknown>`(
    select jsonb_agg(jsonb_build_object('until', earlier.until_day, 'amount', earlier.price_per_month) order by earlier.until_day)
    from ${servicePrices} as earlier where earlier.service_id = ${services}.id)`.as('earlier_prices'),
  suspendedFor: services.suspended_for,
  createdAt: services.created_at,
  updatedAt: services.updated_at,
};

type ServiceRow = Omit<Service, 'pricePerMonth' | 'prices' | 'suspendedFor'> & {
  lastPrice: string;
  earlierPrices: unknown;
  suspendedFor: string | null;
};

const earlierPrices = z.array(z.object({ until: z.string(), amount: z.number() })).nullable();
const suspendedFor = z.enum(SUSPENDED_FOR).nullable();

/** Reads the prices of a row; the Data API returns a list as a text. */
export const readPrices = ({
  earlierPrices: value,
  lastPrice,
}: Pick<ServiceRow, 'earlierPrices' | 'lastPrice'>): StoredPrices => ({
  earlier: earlierPrices.parse(typeof value === 'string' ? JSON.parse(value) : value) ?? [],
  last: Number(lastPrice),
});

/** Lists the price of today and what is planned; the first one counts from the first day to bill. */
const pricesFrom = ({ earlier, last }: StoredPrices, firstDay: string, today: string): Service['prices'] => {
  const prices = [...earlier, { until: null, amount: last }].map(({ until, amount }, index) => {
    const before = earlier[index - 1];

    return { from: before ? moveDay(before.until, 1) : firstDay, until, amount };
  });

  return prices
    .filter(({ until }) => until === null || until >= today)
    .map(({ from, amount }) => ({ from, amount }));
};

export const readService = (row: ServiceRow, now: Date): Service => {
  const { lastPrice: _last, earlierPrices: _earlier, ...fields } = row;
  const today = dayAfter(now, 0);
  const begunOn = row.billFrom ?? dayAfter(new Date(row.createdAt), 0);
  const prices = pricesFrom(readPrices(row), begunOn < today ? begunOn : today, today);

  return {
    ...fields,
    pricePerMonth: prices[0]?.amount ?? Number(row.lastPrice),
    prices,
    suspendedFor: suspendedFor.parse(row.suspendedFor),
  };
};
