import pg from 'pg';
import { listRunLines } from '#functions/domain/billing-runs/read-runs.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { Database } from '#functions/ports/database/database.ts';
import { startPostgres } from '#test/support/database/postgres.ts';
import { startAdminSession } from './admin-session.ts';
import { type Bound, printTable } from './bounds.ts';
import { addManyUsers } from './many-users.ts';
import { median } from './measure.ts';
import { openTimedDatabase } from './timed-database.ts';

const CLIENTS = 10_000;
const SERVICES = 25_000;
const MONTHS = 24;
const ROUNDS = 5;
const MONTH = '2026-12';
const NOW = new Date('2026-11-25T08:00:00Z');
const RULES = { month: MONTH, isTaxInvoice: true };

/** Two years of rows that runs billed, up to November; each hundredth service has unbilled days, each fiftieth a new price. */
const FILL = [
  `set session_replication_role = 'replica'`,
  `delete from services`,
  `create temporary table clients as
    select row_number() over (order by "User_Id") as place, "User_Id" as id from users where user_role = 'client' limit ${CLIENTS}`,
  `insert into services (user_id, service_category, account_type, msisdn, price_per_month, bill_from)
    select clients.id, 'Internet', 'LTE 50 GB', '+2782' || lpad(number::text, 7, '0'), 99 + number % 500,
      case when number % 100 = 0 then date '2026-11-10' else date '2024-12-01' end
    from generate_series(1, ${SERVICES}) as number join clients on place = number % ${CLIENTS} + 1`,
  `insert into invoices (id, invoice_number, user_id, total_amount, status, buyer, supplier, terms, due_date, created_at)
    select month * ${CLIENTS} + place, 'INV-' || month || '-' || place, id, 500, 'paid', '{}', '{}', '{}', '2026-01-01',
      timestamptz '2024-11-25 08:00Z' + make_interval(months => month)
    from clients cross join generate_series(0, ${MONTHS - 1}) as month`,
  `insert into invoice_items (id, invoice_id, description, amount, line_amount)
    select month * 100000 + service.id - base.id, month * ${CLIENTS} + place, 'LTE 50 GB', price_per_month, price_per_month
    from services as service join clients on clients.id = service.user_id
    cross join (select min(id) as id from services) as base cross join generate_series(0, ${MONTHS - 1}) as month
    where service.bill_from < '2026-11-01'`,
  `insert into billed_services (service_id, item_id, from_day, to_day, price_per_month)
    select service.id, month * 100000 + service.id - base.id, first, (first + interval '1 month - 1 day')::date, price_per_month
    from services as service cross join (select min(id) as id from services) as base
    cross join generate_series(0, ${MONTHS - 1}) as month
    cross join lateral (select (date '2024-12-01' + make_interval(months => month))::date as first) as days
    where service.bill_from < '2026-11-01'`,
  `update services set price_per_month = price_per_month + 10 where id % 50 = 0`,
  `insert into service_prices (service_id, until_day, price_per_month)
    select id, '2026-11-30', price_per_month - 10 from services where id % 50 = 0`,
  'analyze',
];

const fill = async (connectionString: string): Promise<void> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  for (const statement of FILL) {
    await client.query(statement);
  }
  await client.end();
};

/** Measures the statements of a draft over 25,000 services with two years of rows, at the server. */
export const measureBillingRun = async (): Promise<Bound[]> => {
  const { connectionString, stop } = await startPostgres();
  const database = await openTimedDatabase(connectionString);

  try {
    await database.migrate();
    await addManyUsers(connectionString, CLIENTS + 100);
    await fill(connectionString);
    const admin = await startAdminSession(connectionString);
    const { result: runId } = await database.time(({ billingDrafts }) =>
      billingDrafts.create({ month: MONTH, dueDate: '2026-12-02', draftedBy: admin.userId, now: NOW }),
    );
    if (runId === undefined) {
      throw new Error('There is a run already');
    }
    const lines = (asked: object) => (all: Database, reader: SessionUser) =>
      listRunLines(all.billingRuns, reader, { runId, page: 1, ...asked }, new Date());
    const cases: [string, number, (all: Database, reader: SessionUser) => Promise<unknown>][] = [
      ['a draft is written', 3_000, ({ billingDrafts }) => billingDrafts.write(runId, RULES)],
      ['a draft is compared', 3_000, ({ billingDrafts }) => billingDrafts.compare(runId, RULES)],
      ['its first page with all counts', 50, lines({})],
      ['its last page', 50, lines({ page: SERVICES / 50 })],
      ['a page of a group', 50, lines({ group: 'price' })],
      ['a search', 200, lines({ search: 'Nkosi' })],
      ['its sums', 200, ({ billingRuns }) => billingRuns.find(runId, { isTaxInvoice: true, now: NOW })],
    ];
    const rows = [];
    const bounds: Bound[] = [];
    for (const [name, limit, run] of cases) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        times.push((await database.time((all) => run(all, admin))).statement.ms);
      }
      rows.push({ name, 'median ms': median(times), 'most ms': Math.max(...times) });
      bounds.push({ what: `SQL, billing run: ${name}`, measured: median(times), limit, unit: 'ms' });
    }
    printTable(
      `Billing run of ${SERVICES} services of ${CLIENTS} clients with ${MONTHS} months of rows (${ROUNDS} each)`,
      rows,
    );

    return bounds;
  } finally {
    await database.close();
    await stop();
  }
};
