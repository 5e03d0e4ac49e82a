import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { billingRunLines, billingRuns } from '#functions/database/schema/billing-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { recordTransactions } from '#test/support/bank/record-transactions.ts';
import { serviceWrites, stopClock } from '#test/support/billing-runs/run-calls.ts';
import {
  DAYS_BILLED_TWICE,
  NUMBER_GAPS,
  readRunLines,
  runActs,
  runRunJobs,
} from '#test/support/billing-runs/run-work.ts';
import { WRONG_LEDGERS } from '#test/support/database/watch-ledger.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import { startTestPortal } from '#test/support/portal/portal.ts';

const MONTH = '2026-12';
const CALLS_OF_A_PORTION = 8;

let portal: Awaited<ReturnType<typeof startTestPortal>>;
let admin: Awaited<ReturnType<typeof addCaller>>;
let write: ReturnType<typeof serviceWrites>;

beforeAll(async () => {
  portal = await startTestPortal({ settings: { SUPPLIER_VAT_NUMBER: '4870261234' } });
  admin = await addCaller(portal, 'admin');
  write = serviceWrites(portal);
});
afterAll(() => portal.stop());

/** Each test begins without clients' services and open runs. */
afterEach(async () => {
  await portal.connection.execute(
    sql`delete from billing_runs where state in ('draft', 'running', 'stopped')`,
  );
  await portal.connection.execute(sql`update services set status = 'pending'`);
  const { rows } = await portal.connection.execute(
    sql.raw(
      `select 'twice' as fault from (${DAYS_BILLED_TWICE}) as twice union all select 'gap' from (${NUMBER_GAPS}) as gap`,
    ),
  );
  const { rows: wrong } = await portal.connection.execute(sql.raw(WRONG_LEDGERS));
  expect([...rows, ...wrong]).toEqual([]);
});

const addClients = async (count: number, service: Parameters<typeof write.addService>[1] = {}) => {
  const clients: { userId: number; serviceId: number }[] = [];
  for (let place = 0; place < count; place += 1) {
    const userId = await write.addClient();
    clients.push({
      userId,
      serviceId: await write.addService(userId, { bill_from: '2026-12-01', ...service }),
    });
  }

  return clients;
};

/** Stops the clock; an administrator is signed in at that moment. */
const at = (now: string) => {
  stopClock(now);

  return runActs(portal, admin.userId);
};

const stateOf = async (runId: number) => {
  const [run] = await portal.connection.select().from(billingRuns).where(eq(billingRuns.id, runId));

  return run;
};

describe('a run that is started', () => {
  it('issues an invoice a client in the order of their ids, with the run’s price, date, due date and lane', async () => {
    const acts = await at('2026-11-25T08:00:00Z');
    const clients = await addClients(3);
    const [first] = clients;
    await moneyCalls(portal, admin).pay(first?.userId ?? 0, { date: '2026-11-25', amount: 400 });
    const runId = await acts.begin(MONTH);
    await runRunJobs(portal);

    const lines = await readRunLines(portal, runId);
    expect(lines).toMatchObject(
      clients.map(({ userId, serviceId }) => ({
        user_id: userId,
        service_id: serviceId,
        amount: 370,
        billed: 370,
        state: 'issued',
        reason: null,
      })),
    );
    expect(lines.map(({ number }) => number)).toEqual([...lines.map(({ number }) => number)].sort());
    const { rows } = await portal.connection.execute(sql`
      select invoice.status, invoice.due_date::text, (invoice.created_at at time zone 'Africa/Johannesburg')::date::text as day,
        billed.price_per_month::float8 as price, billed.from_day::text, billed.to_day::text, job.lane, (
          select description from activities where user_id = invoice.user_id order by id desc limit 1) as activity, (
          select actor_id || ' ' || address from audit_log
          where action = 'billing-runs.start' and record like 'invoice ' || invoice.invoice_number || ' %') as audited
      from invoices as invoice join invoice_items as item on item.invoice_id = invoice.id
      join billed_services as billed on billed.item_id = item.id
      join jobs as job on job.kind = 'invoice-pdf' and job.key = invoice.id::text
      where invoice.id in (select invoice_id from billing_run_lines where run_id = ${runId}) order by invoice.id`);
    expect(rows).toEqual(
      clients.map(({ userId }, place) => ({
        status: place === 0 ? 'paid' : 'pending',
        due_date: '2026-12-02',
        day: '2026-11-25',
        price: 370,
        from_day: '2026-12-01',
        to_day: '2026-12-31',
        lane: `billing-run:${runId}:${userId % 4}`,
        activity: `Invoice ${lines[place]?.number} issued for R\u00a0370,00`,
        audited: `${admin.userId} job`,
      })),
    );
    expect(await acts.read(runId)).toMatchObject({
      state: 'done',
      issued: 3,
      issuedTotal: 1110,
      leftOut: 0,
      error: null,
    });
    expect(await stateOf(runId)).toMatchObject({
      started_by_name: expect.any(String),
      finished_at: expect.any(String),
    });
  });

  it('takes at most eight Data API calls for fifty clients, and starts its next portion at once', async () => {
    await addClients(120, { bill_from: '2026-12-01' });
    const acts = await at('2026-11-25T08:00:00Z');
    const runId = await acts.begin(MONTH);
    const portions = await recordTransactions(() => runRunJobs(portal));

    const issuing = portions.filter((calls) => calls.some((call) => /insert into "invoices"/.test(call)));
    expect(issuing).toHaveLength(3);
    expect(Math.max(...issuing.map((calls) => calls.length))).toBeLessThanOrEqual(CALLS_OF_A_PORTION);
    expect(await acts.read(runId)).toMatchObject({ state: 'done', issued: 120 });
  });

  it('issues a client of 450 services three invoices of at most 200 lines, by service and day, and stops between them', async () => {
    const acts = await at('2026-11-25T08:00:00Z');
    const userId = await write.addClient({ User_Address: '1 Long Street' });
    await portal.connection.insert(services).values(
      Array.from({ length: 450 }, () => ({
        user_id: userId,
        service_category: 'Internet',
        account_type: 'LTE',
        price_per_month: '100.00',
        bill_from: '2026-12-01',
      })),
    );
    const runId = await acts.begin(MONTH, { stopsAfter: 2 });
    await runRunJobs(portal);
    expect(await acts.read(runId)).toMatchObject({ state: 'stopped', issued: 2, issuedTotal: 40_000 });
    await acts.continue(runId);
    await runRunJobs(portal);

    const { rows } = await portal.connection.execute(sql`
      select invoice_id, count(*)::int as lines, min(service_id) as first, max(service_id) as last
      from billing_run_lines where run_id = ${runId} and state = 'issued' group by invoice_id order by invoice_id`);
    expect(rows.map(({ lines }) => lines)).toEqual([200, 200, 50]);
    expect(Number(rows[0]?.last)).toBeLessThan(Number(rows[1]?.first));
    expect(Number(rows[1]?.last)).toBeLessThan(Number(rows[2]?.first));
    expect(await acts.read(runId)).toMatchObject({ state: 'done', issued: 3, issuedTotal: 45_000 });
  });

  it('starts once for 200 presses of two administrators', async () => {
    await addClients(2);
    const acts = await at('2026-11-25T08:00:00Z');
    const other = await runActs(portal);
    const { body: run } = await acts.draft(MONTH);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, press) =>
        (press % 2 ? acts : other).start(run.id, { total: run.total }),
      ),
    );
    await runRunJobs(portal);

    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(199);
    expect(await acts.read(run.id)).toMatchObject({ state: 'done', issued: 2 });
  });

  it('is refused with another total, without invoices, and with the differences of changed services', async () => {
    const acts = await at('2026-11-25T08:00:00Z');
    const [client] = await addClients(1);
    const { body: run } = await acts.draft(MONTH);
    expect(await acts.start(run.id, { total: 371 })).toMatchObject({
      status: 409,
      body: { code: 'run_changed', differences: [] },
    });
    await portal.connection
      .update(services)
      .set({ price_per_month: '399.00' })
      .where(eq(services.id, client?.serviceId ?? 0));
    expect(await acts.start(run.id, { total: 370 })).toMatchObject({
      status: 409,
      body: { code: 'run_changed', differences: [{ userId: client?.userId, was: 370, is: 399 }] },
    });
    expect(await stateOf(run.id)).toMatchObject({ state: 'draft' });
    await portal.connection.update(services).set({ status: 'pending' });
    const { body: empty } = await acts.draft(MONTH);
    expect(await acts.start(empty.id, { total: 0 })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect(await acts.start(2_000_000_000, { total: 1 })).toMatchObject({ status: 404 });
  });
});

describe('a run that goes on', () => {
  it('leaves out, with the reason, what changed after its start, and issues the rest', async () => {
    const acts = await at('2026-11-25T08:00:00Z');
    const clients = await addClients(8);
    const [inactive, admitted, suspended, gone, ended, billed, addressless, fine] = clients;
    await write.addService(addressless?.userId ?? 0, { bill_from: '2026-12-01', price_per_month: '6000.00' });
    await portal.connection
      .update(users)
      .set({ User_Address: '1 Long Street' })
      .where(eq(users.User_Id, addressless?.userId ?? 0));
    const runId = await acts.begin(MONTH);
    const setUser = (userId: number | undefined, set: object) =>
      portal.connection
        .update(users)
        .set(set)
        .where(eq(users.User_Id, userId ?? 0));
    const setService = (serviceId: number | undefined, set: object) =>
      portal.connection
        .update(services)
        .set(set)
        .where(eq(services.id, serviceId ?? 0));
    await setUser(inactive?.userId, { User_Status: 0 });
    await setUser(admitted?.userId, { user_role: 'admin' });
    await setService(suspended?.serviceId, { status: 'suspended' });
    await portal.connection.delete(services).where(eq(services.id, gone?.serviceId ?? 0));
    await setService(ended?.serviceId, { status: 'inactive', bill_until: '2026-12-15' });
    await write.bill(billed?.userId ?? 0, billed?.serviceId, {
      from: '2026-12-05',
      to: '2026-12-06',
      amount: '20.00',
    });
    await setUser(addressless?.userId, { User_Address: null });
    await setService(fine?.serviceId, { price_per_month: '999.00' });
    await runRunJobs(portal);

    const reasons = (await readRunLines(portal, runId)).map(
      ({ user_id, state, reason, group, billed: amount }) => ({
        user_id,
        state,
        reason,
        isLeftOut: group === 'left-out',
        amount,
      }),
    );
    const leftOut = (client: (typeof clients)[number] | undefined, reason: string) => ({
      user_id: client?.userId,
      state: 'left-out',
      reason,
      isLeftOut: true,
      amount: null,
    });
    expect(reasons).toEqual([
      leftOut(inactive, 'inactive-client'),
      leftOut(admitted, 'administrator'),
      leftOut(suspended, 'not-active'),
      leftOut(gone, 'deleted'),
      leftOut(ended, 'not-active'),
      leftOut(billed, 'billed-meanwhile'),
      leftOut(addressless, 'no-address'),
      leftOut(addressless, 'no-address'),
      { user_id: fine?.userId, state: 'issued', reason: null, isLeftOut: false, amount: 370 },
    ]);
    expect(await acts.read(runId)).toMatchObject({ state: 'done', issued: 1, issuedTotal: 370, leftOut: 8 });
  });

  it('bills a service that ended by its last day in between, and nothing of a client who was deleted', async () => {
    const acts = await at('2026-11-25T08:00:00Z');
    const [ending, leaving] = await addClients(2, { bill_from: '2026-11-01', bill_until: '2026-11-24' });
    const runId = await acts.begin('2026-11');
    await portal.connection
      .update(services)
      .set({ status: 'inactive' })
      .where(eq(services.id, ending?.serviceId ?? 0));
    await portal.connection.delete(users).where(eq(users.User_Id, leaving?.userId ?? 0));
    await runRunJobs(portal);

    expect(await readRunLines(portal, runId)).toMatchObject([
      { user_id: ending?.userId, state: 'issued', billed: 296 },
    ]);
  });

  it('leaves a client out with the sentence if the database refuses only that one', async () => {
    const acts = await at('2026-11-25T08:00:00Z');
    const clients = await addClients(3);
    const refused = clients[1]?.userId ?? 0;
    await portal.connection
      .update(users)
      .set({ User_Address: '1 Long Street' })
      .where(eq(users.User_Id, refused));
    const money = moneyCalls(portal, admin);
    const runId = await acts.begin(MONTH);
    await money.issue(refused, 9_999_999_999.99);
    await runRunJobs(portal);

    expect(await readRunLines(portal, runId)).toMatchObject([
      { state: 'issued' },
      { state: 'left-out', reason: 'refused', note: 'The balance of this client would be too large.' },
      { state: 'issued' },
    ]);
    expect(await acts.read(runId)).toMatchObject({ state: 'done', issued: 2 });
  });

  it('bills days once that an administrator bills by hand at the same moment, by one of the two', async () => {
    const acts = await at('2026-11-25T08:00:00Z');
    const clients = await addClients(6);
    const runId = await acts.begin(MONTH);
    const byHand = clients.map(({ userId, serviceId }) =>
      portal.call('POST', '/api/invoices', {
        cookie: acts.cookie,
        body: {
          userId,
          lineItems: [{ description: 'LTE', amount: 370, serviceId, from: '2026-12-01', to: '2026-12-31' }],
        },
      }),
    );
    const [answers] = await Promise.all([Promise.all(byHand), runRunJobs(portal)]);

    const lines = await readRunLines(portal, runId);
    expect(lines.map(({ state, reason }) => reason ?? state)).toEqual(
      answers.map(({ status }) => (status === 201 ? 'billed-meanwhile' : 'issued')),
    );
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
  });

  it('stops after so many invoices, goes on only on that day, and leaves what is cancelled to a new draft', async () => {
    await addClients(5);
    const acts = await at('2026-11-25T08:00:00Z');
    const runId = await acts.begin(MONTH, { stopsAfter: 2 });
    await runRunJobs(portal);
    expect(await acts.read(runId)).toMatchObject({ state: 'stopped', issued: 2 });
    expect(await acts.stop(runId)).toMatchObject({ status: 409 });

    expect(await acts.continue(runId)).toMatchObject({ status: 200, body: { state: 'running' } });
    expect(await acts.stop(runId)).toMatchObject({ status: 200, body: { state: 'stopped' } });
    await runRunJobs(portal);
    expect(await acts.read(runId)).toMatchObject({ state: 'stopped', issued: 2 });

    const later = await at('2026-11-25T22:00:00Z');
    expect(await later.continue(runId)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('25 November 2026') },
    });
    expect(await later.cancel(runId)).toMatchObject({ status: 200, body: { state: 'cancelled' } });
    expect(await later.cancel(runId)).toMatchObject({ status: 409 });
    expect((await later.draft(MONTH)).body).toMatchObject({ invoices: 3, total: 1110 });
  });

  it('dates and numbers invoices after New Year by their day, due no earlier than the terms after it', async () => {
    await addClients(2);
    const late = await at('2026-12-31T21:59:00Z');
    const runId = await late.begin('2027-01', { stopsAfter: 1 });
    await runRunJobs(portal);
    await portal.connection
      .update(billingRuns)
      .set({ state: 'running', stops_after: null })
      .where(eq(billingRuns.id, runId));
    await portal.connection.execute(sql`
      insert into jobs (kind, key, lane, payload) values ('billing-run', 'late', 'billing-runs', jsonb_build_object('runId', ${runId}::int))`);
    stopClock('2026-12-31T22:01:00Z');
    await runRunJobs(portal);

    const { rows } = await portal.connection.execute(sql`
      select left(invoice_number, 8) as number, due_date::text, (created_at at time zone 'Africa/Johannesburg')::date::text as day
      from invoices where id in (select invoice_id from ${billingRunLines} where run_id = ${runId} and state = 'issued') order by id`);
    expect(rows).toEqual([
      { number: 'INV-2026', due_date: '2027-01-07', day: '2026-12-31' },
      { number: 'INV-2027', due_date: '2027-01-08', day: '2027-01-01' },
    ]);
  });
});
