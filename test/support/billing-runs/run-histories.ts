import { eq, sql } from 'drizzle-orm';
import { vi } from 'vitest';
import { servicePrices, services } from '#functions/database/schema/services-tables.ts';
import { makeRandom, type Random } from '#local/seed/random.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';
import { DAYS_BILLED_TWICE, NUMBER_GAPS, runActs, runRunJobs } from './run-work.ts';

const DAY_MS = 86_400_000;
const MONTHS = 12;
const MONTHS_BACK = 2;
const PRICES = [1, 3_000, 19_900, 37_000, 49_999, 123_456, 0];

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const monthAfter = (month: string, months: number) => {
  const [year = 0, number = 0] = month.split('-').map(Number);

  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
};
const lastOf = (month: string) => dayAfter(`${monthAfter(month, 1)}-01`, -1);
const decimal = (cents: number) => (cents / 100).toFixed(2);

/** A service as this file, and not the portal, keeps it. */
interface Service {
  id: number;
  userId: number;
  status: 'active' | 'inactive' | 'suspended';
  from: string;
  until: string | undefined;
  /** From the oldest; each counts from its day on. */
  prices: { from: string; cents: number }[];
  /** Days that were billed once, and whether they still are. */
  days: Map<string, 'billed' | 'freed'>;
}

interface Line {
  serviceId: number;
  from: string;
  to: string;
  cents: number;
}

const priceOf = ({ prices }: Service, day: string) =>
  prices.findLast(({ from }) => from <= day)?.cents ?? prices[0]?.cents ?? 0;

/** What the days up to one of a month cost: a product, divided by hand, half up. */
const costUpTo = (cents: number, day: number, days: number) => {
  const whole = Math.floor((cents * day) / days);

  return whole + ((cents * day - whole * days) * 2 >= days ? 1 : 0);
};

const costOf = (cents: number, from: string, to: string) => {
  const days = Number(lastOf(from.slice(0, 7)).slice(8));

  return costUpTo(cents, Number(to.slice(8)), days) - costUpTo(cents, Number(from.slice(8)) - 1, days);
};

/** Computes the lines of a service in a run of a month, day by day. */
const expectLines = (service: Service, month: string): Line[] => {
  if (service.status === 'suspended' || (service.status === 'inactive' && service.until === undefined)) {
    return [];
  }
  const lines: Line[] = [];
  let open: { from: string; to: string; price: number } | undefined;
  const close = () => {
    if (open) {
      const cents = costOf(open.price, open.from, open.to);
      if (cents > 0) {
        lines.push({ serviceId: service.id, from: open.from, to: open.to, cents });
      }
      open = undefined;
    }
  };
  for (let day = `${monthAfter(month, -MONTHS_BACK)}-01`; day <= lastOf(month); day = dayAfter(day, 1)) {
    const isUnbilled =
      day >= service.from && (service.until === undefined || day <= service.until) && !service.days.has(day);
    const price = priceOf(service, day);
    if (!isUnbilled || day.endsWith('-01') || open?.price !== price) {
      close();
    }
    if (isUnbilled) {
      open = { from: open?.from ?? day, to: day, price };
    }
  }
  close();

  return lines;
};

const markAll = (
  service: Service | undefined,
  { from, to }: { from: string; to: string },
  mark: 'billed' | 'freed',
) => {
  for (let day = from; day <= to; day = dayAfter(day, 1)) {
    service?.days.set(day, mark);
  }
};

/** Simulates months of services that start, end, change their prices, are suspended and are billed; returns the differences. */
export const simulateMonths = async (wanted: { histories: number; seed: number }) => {
  const portal = await startTestPortal();
  const random: Random = makeRandom(wanted.seed);
  const all: Service[] = [];
  const differences: string[] = [];
  let compared = 0;

  const write = (service: Service, set: Partial<typeof services.$inferInsert>) =>
    portal.connection.update(services).set(set).where(eq(services.id, service.id));

  const add = async (today: string) => {
    const userId = random.chance(0.4)
      ? (all.at(-1)?.userId ?? (await addUser(portal, {})))
      : await addUser(portal, {});
    const from = dayAfter(today, random.integer(-50, 45));
    const cents = random.pick(PRICES);
    const [row] = await portal.connection
      .insert(services)
      .values({
        user_id: userId,
        service_category: 'Internet',
        price_per_month: decimal(cents),
        bill_from: from,
      })
      .returning({ id: services.id });
    all.push({
      id: row?.id ?? 0,
      userId,
      status: 'active',
      from,
      until: undefined,
      prices: [{ from: '0000-01-01', cents }],
      days: new Map(),
    });
  };

  const changePrice = async (service: Service, today: string) => {
    const lastBilled = [...service.days]
      .filter(([, mark]) => mark === 'billed')
      .map(([day]) => day)
      .toSorted()
      .at(-1);
    const earliest = lastBilled !== undefined && lastBilled >= today ? dayAfter(lastBilled, 1) : today;
    const from = dayAfter(earliest, random.integer(0, 20));
    const newest = service.prices.at(-1);
    if (!newest || from <= newest.from || from <= service.from) {
      return;
    }
    const cents = random.pick(PRICES.filter((price) => price !== newest.cents));
    await portal.connection.insert(servicePrices).values({
      service_id: service.id,
      until_day: dayAfter(from, -1),
      price_per_month: decimal(newest.cents),
    });
    await write(service, { price_per_month: decimal(cents) });
    service.prices.push({ from, cents });
  };

  const change = async (service: Service, today: string) => {
    if (service.status === 'suspended') {
      service.status = 'active';
      service.from = today;
      await write(service, { status: 'active', bill_from: today });
    } else if (service.status === 'active' && random.chance(0.2)) {
      service.until = dayAfter(today, random.integer(-1, 40));
      service.status = service.until < today ? 'inactive' : 'active';
      await write(service, { bill_until: service.until, status: service.status });
    } else if (service.status === 'active' && random.chance(0.15)) {
      service.status = 'suspended';
      await write(service, { status: 'suspended' });
    } else if (random.chance(0.4)) {
      await changePrice(service, today);
    }
  };

  try {
    for (let place = 0; place < MONTHS; place += 1) {
      const month = monthAfter('2027-01', place);
      const today = `${monthAfter(month, -1)}-25`;
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T08:00:00Z`) });
      for (let more = 0; more < wanted.histories / (place === 0 ? 2 : 2 * (MONTHS - 1)); more += 1) {
        await add(today);
      }
      for (const service of all) {
        await change(service, today);
      }
      const acts = await runActs(portal);
      const runId = await acts.begin(month);
      await runRunJobs(portal);

      const { rows } = await portal.connection.execute(sql`
        select line.service_id as "serviceId", line.from_day::text as "from", line.to_day::text as "to",
          (item.line_amount * 100)::int as cents, line.invoice_id as "invoiceId"
        from billing_run_lines as line join invoice_items as item on item.id = line.item_id and item.invoice_id = line.invoice_id
        join billed_services as billed on billed.item_id = item.id and billed.service_id = line.service_id
          and billed.from_day = line.from_day and billed.to_day = line.to_day
        where line.run_id = ${runId} and line.state = 'issued' order by line.service_id, line.from_day`);
      const issued = rows as unknown as (Line & { invoiceId: number })[];
      const nameOf = ({ serviceId, from, to, cents }: Line) => `${serviceId} ${from} to ${to}: ${cents}`;
      const expected = all.flatMap((service) => expectLines(service, month));
      const [is, should] = [new Set(issued.map(nameOf)), new Set(expected.map(nameOf))];
      compared += should.size;
      differences.push(
        ...[...is].filter((line) => !should.has(line)).map((line) => `${month} bills ${line}`),
        ...[...should].filter((line) => !is.has(line)).map((line) => `${month} lacks ${line}`),
      );
      const byId = new Map(all.map((service) => [service.id, service]));
      for (const line of issued) {
        markAll(byId.get(line.serviceId), line, 'billed');
      }

      const money = moneyCalls(portal, acts);
      for (const invoiceId of new Set(issued.map((line) => line.invoiceId))) {
        if (random.chance(0.05)) {
          const { status } = await money.setStatus(invoiceId, 'void');
          if (status === 200) {
            for (const line of issued.filter((each) => each.invoiceId === invoiceId)) {
              markAll(byId.get(line.serviceId), line, 'freed');
            }
          }
        }
      }
    }
    for (const query of [DAYS_BILLED_TWICE, NUMBER_GAPS]) {
      const { rows } = await portal.connection.execute(sql.raw(query));
      differences.push(...rows.map((row) => JSON.stringify(row)));
    }

    return { differences, compared };
  } finally {
    vi.useRealTimers();
    await portal.stop();
  }
};
