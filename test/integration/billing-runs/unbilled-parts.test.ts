import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { partAmount, unbilledParts } from '#functions/adapters/database/billing-runs/unbilled-parts.ts';
import { billedServices } from '#functions/database/schema/invoices-tables.ts';
import { servicePrices, services } from '#functions/database/schema/services-tables.ts';
import { makeRandom } from '#local/seed/random.ts';
import { partCents } from '#shared/billing/part-of-month.ts';
import { moveDay } from '#shared/billing/priced-days.ts';
import { centsFromDecimal, decimalFromCents } from '#shared/money.ts';
import { daysOfMonth } from '#shared/months.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

const random = makeRandom(67);
const below = (count: number) => Math.floor(random.next() * count);

const LEAP_FEBRUARY = '2028-02';
const PRICES = [0, 1, 2, 33_33, 370_00, 99_999_999_99];

const randomPart = () => {
  const month = random.chance(0.1)
    ? LEAP_FEBRUARY
    : `${2024 + below(9)}-${String(1 + below(12)).padStart(2, '0')}`;
  const last = Number(daysOfMonth(month).to.slice(8));
  const from = 1 + below(last);
  const to = from + below(last - from + 1);
  const [first, end] = [from, to].map((day) => `${month}-${String(day).padStart(2, '0')}`);
  const price = random.chance(0.3) ? random.pick(PRICES) : below(200_000);

  return { from: first ?? '', to: end ?? '', price };
};

it('PostgreSQL and the forms compute the same cents of 6,000 parts of months, also of R 0,00, R 0,01 and 29 February', async () => {
  for (let round = 0; round < 3; round += 1) {
    const parts = Array.from({ length: 2000 }, randomPart);
    const { rows } = await portal.connection.execute(sql`
      select ${partAmount(sql`(part.price / 100)`, sql`part."from"`, sql`part."to"`)}::text as amount
      from jsonb_array_elements(${JSON.stringify(parts)}::jsonb) with ordinality as asked (value, place)
      cross join lateral (
        select (value ->> 'price')::numeric as price, (value ->> 'from')::date as "from", (value ->> 'to')::date as "to"
      ) as part
      order by asked.place`);
    const cents = z
      .array(z.object({ amount: z.string() }))
      .parse(rows)
      .map(({ amount }) => centsFromDecimal(amount));

    expect(cents).toEqual(parts.map(({ price, from, to }) => partCents(price, { from, to })));
  }
});

interface History {
  first: string;
  last: string;
  /** In the order of their days; the last one has no end. */
  prices: { until: string | null; cents: number }[];
  billed: { from: string; to: string; isFreed: boolean; isRepeat: boolean }[];
}

const START = '2026-10-01';

const makeHistory = (): History => {
  const first = moveDay(START, below(40));
  const prices: History['prices'] = [];
  for (let day = below(60); prices.length < below(4); day += 1 + below(40)) {
    prices.push({ until: moveDay(START, day), cents: below(60_000) });
  }
  const billed: History['billed'] = [];
  for (let day = below(30); day < 130; day += 1 + below(20)) {
    const from = moveDay(START, day);
    day += below(40);
    billed.push({ from, to: moveDay(START, day), isFreed: random.chance(0.3), isRepeat: random.chance(0.1) });
  }

  return {
    first,
    last: moveDay(first, below(150) - 10),
    prices: [...prices, { until: null, cents: below(60_000) }],
    billed,
  };
};

interface Part {
  from: string;
  to: string;
  cents: number;
  isFreed: boolean;
}

/** Walks the days one by one: days in a row of one month, price and kind are a part. */
const listParts = ({ first, last, prices, billed }: History): Part[] => {
  const parts: Part[] = [];
  for (let day = first; day <= last; day = moveDay(day, 1)) {
    const rows = billed.filter(({ from, to, isRepeat }) => !isRepeat && from <= day && day <= to);
    if (rows.every(({ isFreed }) => isFreed)) {
      const cents = prices.find(({ until }) => until === null || until >= day)?.cents ?? 0;
      const isFreed = rows.length > 0;
      const before = parts.at(-1);
      const isSame = before?.cents === cents && before.isFreed === isFreed;
      if (before && isSame && moveDay(before.to, 1) === day && !day.endsWith('-01')) {
        before.to = day;
      } else {
        parts.push({ from: day, to: day, cents, isFreed });
      }
    }
  }

  return parts;
};

const partRow = z.object({
  from_day: z.string(),
  to_day: z.string(),
  price: z.string(),
  amount: z.string(),
  is_freed: z.boolean(),
});

const store = async (userId: number, itemId: number, { prices, billed }: History) => {
  const [service] = await portal.connection
    .insert(services)
    .values({
      user_id: userId,
      service_category: 'Internet',
      price_per_month: decimalFromCents(prices.at(-1)?.cents ?? 0),
    })
    .returning({ id: services.id });
  const service_id = service?.id ?? 0;
  const earlier = prices.flatMap(({ until, cents }) =>
    until === null ? [] : [{ service_id, until_day: until, price_per_month: decimalFromCents(cents) }],
  );
  if (earlier.length > 0) {
    await portal.connection.insert(servicePrices).values(earlier);
  }
  for (const { from, to, isFreed, isRepeat } of billed) {
    await portal.connection.execute(sql`
      insert into ${billedServices} (service_id, item_id, from_day, to_day, is_repeat, ended_at)
      values (${service_id}, ${itemId}, ${from}::date, ${to}::date, ${isRepeat}, case when ${isFreed} then now() end)`);
  }

  return service_id;
};

const addItem = async (userId: number): Promise<number> => {
  const { body } = await portal.call('POST', '/api/invoices', {
    cookie: admin.cookie,
    body: { userId, lineItems: [{ description: 'LTE', amount: 1 }] },
  });
  const { body: invoice } = await portal.call('GET', `/api/invoices/${body.id}`, admin);

  return invoice.lineItems[0].id;
};

describe('the unbilled days of a service', () => {
  it('are those that no invoice bills, a row for each month, price and gap, over 60 generated histories', async () => {
    const userId = await addUser(portal, {});
    for (let round = 0; round < 60; round += 1) {
      const history = makeHistory();
      const serviceId = await store(userId, await addItem(userId), history);

      const { rows } = await portal.connection.execute(sql`
        select from_day::text, to_day::text, price_per_month::text as price, amount::text, is_freed
        from (${unbilledParts(sql`
          select id, price_per_month, ${history.first}::date as first_day, ${history.last}::date as last_day
          from ${services} where id = ${serviceId}`)}) as part
        order by part.from_day`);
      const parts = rows.map((row) => partRow.parse(row));

      expect(
        parts.map(({ from_day: from, to_day: to, price, is_freed: isFreed }) => ({
          from,
          to,
          cents: centsFromDecimal(price),
          isFreed,
        })),
      ).toEqual(listParts(history));
      expect(parts.map(({ amount }) => centsFromDecimal(amount))).toEqual(
        parts.map(({ from_day: from, to_day: to, price }) =>
          partCents(centsFromDecimal(price), { from, to }),
        ),
      );
    }
  });

  it('are none of a service whose last day lies before its first', async () => {
    const userId = await addUser(portal, {});
    const serviceId = await store(userId, 0, { first: '', last: '', prices: [], billed: [] });

    const { rows } = await portal.connection.execute(
      unbilledParts(sql`
        select id, price_per_month, '2026-12-10'::date as first_day, '2026-12-01'::date as last_day
        from ${services} where id = ${serviceId}`),
    );

    expect(rows).toEqual([]);
  });
});
