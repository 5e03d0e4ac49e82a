import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { billedServices } from '#functions/database/schema/invoices-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { billingRuns, serviceWrites, stopClock } from '#test/support/billing-runs/run-calls.ts';
import { readCsvText } from '#test/support/portal/csv-records.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const MONTH = '2026-12';

let portal: TestPortal;
let runs: ReturnType<typeof billingRuns>;
let writes: ReturnType<typeof serviceWrites>;

const openPortal = async (settings: Record<string, string>) => {
  portal = await startTestPortal({ settings });
  runs = billingRuns(portal);
  writes = serviceWrites(portal);
};

const clear = async () => {
  await runs.clear();
  await portal.connection.delete(billedServices).catch(() => undefined);
  await portal.connection.delete(services);
};

/** A client with services of December. */
const addServices = async (prices: readonly string[], user: Parameters<typeof writes.addClient>[0] = {}) => {
  const userId = await writes.addClient(user);
  for (const price of prices) {
    await writes.addService(userId, { bill_from: '2026-12-01', price_per_month: price });
  }

  return userId;
};

describe('the sums of a seller with a VAT number', () => {
  beforeAll(() => openPortal({ SUPPLIER_VAT_NUMBER: '4870261234', VAT_REGISTERED_FROM: '2000-01-01' }));
  afterAll(() => portal.stop());
  beforeEach(() => stopClock('2026-11-25T08:00:00Z'));
  afterEach(clear);

  it('three services of R 33,33 have VAT once, of their total (M21)', async () => {
    await addServices(['33.33', '33.33', '33.33']);

    expect((await runs.draft({ month: MONTH })).body).toMatchObject({
      invoices: 1,
      lines: 3,
      total: 99.99,
      vat: 13.04,
    });
  });

  it('an invoice of R 5 000,00 needs no address (M23), and above it all lines of the client wait for one', async () => {
    const exact = await addServices(['5000.00']);
    const above = await addServices(['4000.00', '1000.01']);
    await addServices(['9000.00'], { User_Address: '1 Long Street' });
    const { body: run } = await runs.draft({ month: MONTH });

    expect(run).toMatchObject({ invoices: 2, total: 14_000, leftOut: 2 });
    expect((await runs.lines(run.id, exact)).map(({ reason }) => reason)).toEqual([null]);
    const waiting = await runs.lines(run.id, above);
    expect(waiting.map(({ reason }) => reason)).toEqual(['no-address', 'no-address']);

    const dear = waiting.find(({ amount }) => amount === 4_000)?.id ?? 0;
    const { body: without } = await runs.decide(run.id, [dear], true);
    expect(without).toMatchObject({ invoices: 3, total: 15_000.01, leftOut: 1 });
    const { body: again } = await runs.decide(run.id, [dear], false);
    expect(again).toMatchObject({ invoices: 2, total: 14_000, leftOut: 2 });
  });

  it('a client without a name waits above R 5 000,00, too', async () => {
    const userId = await addServices(['5000.01'], {
      User_Name: '',
      User_Surname: ' ',
      User_Address: '1 Long Street',
    });
    const { body: run } = await runs.draft({ month: MONTH });

    expect((await runs.lines(run.id, userId)).map(({ reason }) => reason)).toEqual(['no-name']);
  });

  it('450 services make three invoices, each with its own VAT (M25), of which no one alone needs an address', async () => {
    await addServices(Array.from({ length: 450 }, () => '10.00'));

    expect((await runs.draft({ month: MONTH })).body).toMatchObject({
      invoices: 3,
      lines: 450,
      total: 4500,
      vat: 586.96,
    });
  });

  it('the lines of one client do not divide the invoice of another', async () => {
    await addServices(Array.from({ length: 150 }, () => '10.00'));
    await addServices(Array.from({ length: 100 }, () => '10.00'));

    expect((await runs.draft({ month: MONTH })).body).toMatchObject({ invoices: 2, lines: 250 });
  });

  it('one of several invoices above R 5 000,00 holds all lines of its client', async () => {
    await addServices(Array.from({ length: 201 }, () => '25.01'));

    expect((await runs.draft({ month: MONTH })).body).toMatchObject({ invoices: 0, leftOut: 201 });
  });

  it('the draft names the VAT period of today, not of its month', async () => {
    expect((await runs.draft({ month: MONTH })).body.vatPeriodEnds).toBe('2026-12-31');
    stopClock('2026-12-31T22:30:00Z');
    const [run] = (await runs.call('GET', '/api/admin/billing-runs')).body;
    expect(run.vatPeriodEnds).toBe('2027-02-28');
  });

  it('the file of a draft has a row for each line, with the due date and the days', async () => {
    await addServices(['370.00']);
    const { body: run } = await runs.draft({ month: MONTH });
    const { status, body } = await runs.call('GET', `/api/admin/billing-runs/${run.id}/lines.csv`);

    expect(status).toBe(200);
    expect(readCsvText(body)).toMatch(
      /"?LTE 50 GB, December 2026"?,2026-12-01,2026-12-31,31,31,370\.00,370\.00,,New,,2026-12-02,,/,
    );
  });
});
