import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { billingRunLines } from '#functions/database/schema/billing-tables.ts';
import { billedServices } from '#functions/database/schema/invoices-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { billingRuns, serviceWrites, stopClock } from '#test/support/billing-runs/run-calls.ts';
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

describe('the sums of a seller without a VAT number', () => {
  beforeAll(() => openPortal({ SUPPLIER_VAT_NUMBER: '' }));
  afterAll(() => portal.stop());
  beforeEach(() => stopClock('2026-11-25T08:00:00Z'));
  afterEach(clear);

  it('have no VAT and no period, and no address is asked for', async () => {
    await addServices(['9000.00']);

    expect((await runs.draft({ month: MONTH })).body).toMatchObject({
      invoices: 1,
      total: 9000,
      vat: 0,
      vatPeriodEnds: null,
      leftOut: 0,
    });
  });

  it('a draft without lines is one', async () => {
    expect((await runs.draft({ month: MONTH })).body).toMatchObject({
      invoices: 0,
      lines: 0,
      total: 0,
      vat: 0,
    });
    expect(await portal.connection.select().from(billingRunLines)).toEqual([]);
  });
});
