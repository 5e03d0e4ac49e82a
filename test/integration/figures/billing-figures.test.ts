import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { billingRuns as runsTable } from '#functions/database/schema/billing-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { readCounts } from '#functions/domain/figures/read-figures.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import { billingRuns, serviceWrites } from '#test/support/billing-runs/run-calls.ts';
import { closingCalls } from '#test/support/closings/closing-calls.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let database: DatabaseOf<'figures'>;
let writes: ReturnType<typeof serviceWrites>;

beforeAll(async () => {
  portal = await startTestPortal();
  const { databaseWith } = await import('#functions/runtime/ports/database-port.ts');
  const { figureStore } = await import('#functions/runtime/ports/stores.ts');
  database = databaseWith(figureStore);
  writes = serviceWrites(portal);
});
afterAll(() => portal.stop());
beforeEach(async () => {
  await portal.connection.delete(runsTable);
  await portal.connection.delete(services);
});

const billingAt = async (day: string) =>
  (
    await readCounts(
      { database, supportSettings: { isOn: false, contactUrl: String }, bankAccounts: [] },
      new Date(`${day}T10:00:00Z`),
    )
  ).billing;

const addRun = async (month: string, state: 'draft' | 'running' | 'stopped' | 'done' | 'cancelled') => {
  const [row] = await portal.connection
    .insert(runsTable)
    .values({ month, state, due_date: `${month}-07`, drafted_by: 1, drafted_at: sql`now()` })
    .returning({ id: runsTable.id });

  return row?.id ?? 0;
};

describe('the month that is not billed yet', () => {
  it('is this month until the 19th, and from the 20th the next one, also if this one is not billed', async () => {
    const userId = await writes.addClient();
    const serviceId = await writes.addService(userId, { bill_from: '2026-11-01' });
    expect(await billingAt('2026-11-19')).toEqual({ unbilledMonth: '2026-11', run: null });
    expect(await billingAt('2026-11-20')).toEqual({ unbilledMonth: '2026-12', run: null });

    await writes.bill(userId, serviceId, { from: '2026-11-01', to: '2026-11-10', amount: '123.33' });
    expect(await billingAt('2026-11-19')).toEqual({ unbilledMonth: null, run: null });
    expect(await billingAt('2026-11-20')).toEqual({ unbilledMonth: '2026-12', run: null });

    await addRun('2026-12', 'done');
    expect(await billingAt('2026-11-20')).toEqual({ unbilledMonth: null, run: null });
  });

  it.each([
    ['draft', '2026-11'],
    ['cancelled', '2026-11'],
    ['running', null],
    ['stopped', null],
    ['done', null],
  ] as const)('a run that is %s leaves %s', async (state, unbilledMonth) => {
    await writes.addService(await writes.addClient(), { bill_from: '2026-11-01' });
    await addRun('2026-11', state);

    expect(await billingAt('2026-11-19')).toMatchObject({ unbilledMonth });
  });

  it.each([
    ['is free', { price_per_month: '0.00' }, {}],
    ['is not active', { status: 'suspended' }, {}],
    ['starts later', { bill_from: '2027-01-01' }, {}],
    ['has ended', { bill_until: '2026-10-31' }, {}],
    ['is of an inactive client', {}, { User_Status: 0 }],
    ['is of an administrator', {}, { user_role: 'admin' }],
  ])('is none if the only service %s', async (_, service, user) => {
    await writes.addService(await writes.addClient(user), service);

    expect(await billingAt('2026-11-25')).toEqual({ unbilledMonth: null, run: null });
  });
});

it('a stopped run says how many invoices are left, also of a client with 450 lines', async () => {
  const [one, many] = [await writes.addClient(), await writes.addClient()];
  const id = await addRun('2026-11', 'stopped');
  await portal.connection.execute(sql`
    insert into billing_run_lines (run_id, user_id, service_id, from_day, to_day, days, of_days, amount, description, "group",
      group_if_included, state)
    select ${id}::int, user_id, line, '2026-11-01', '2026-11-30', 30, 30, 10, 'x', 'same', 'same', state
    from (values (${one}::int, 2, 'included'), (${one}::int, 1, 'issued'), (${many}::int, 450, 'included')) as client (user_id, lines, state)
    cross join lateral generate_series(1, lines) as line`);

  expect((await billingAt('2026-11-19')).run).toEqual({ id, month: '2026-11', state: 'stopped', left: 4 });
});

it('a closing names the services with unbilled days of its month, and the run that is open', async () => {
  const userId = await writes.addClient();
  const [partly, freed] = [
    await writes.addService(userId, { bill_from: '2026-10-01' }),
    await writes.addService(userId, { bill_from: '2026-10-01' }),
  ];
  await writes.bill(userId, partly, { from: '2026-10-01', to: '2026-10-20', amount: '238.71' });
  await writes.bill(userId, freed, {
    from: '2026-10-01',
    to: '2026-10-31',
    amount: '370.00',
    endedAt: '2026-11-02T08:00:00Z',
    status: 'void',
  });
  const id = await addRun('2026-11', 'running');
  const { body } = await closingCalls(portal, await addCaller(portal, 'admin')).listOpenPoints('2026-10');

  expect(body).toMatchObject({
    unbilled: { count: 1, amount: 131.29 },
    billingRun: { id, month: '2026-11', state: 'running' },
  });
});

it('the list of months counts the services without a first day, and names the latest run of each month', async () => {
  await writes.addService(await writes.addClient(), { bill_from: null });
  const { body } = await billingRuns(portal).call('GET', '/api/admin/billing-months');

  expect(body.withoutFirstDay).toBe(1);
  expect(body.months).toHaveLength(5);
});
