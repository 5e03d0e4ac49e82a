import { sql } from 'drizzle-orm';
import { onTestFinished, vi } from 'vitest';
import { billedServices, invoiceItems } from '#functions/database/schema/invoices-tables.ts';
import { servicePrices, services } from '#functions/database/schema/services-tables.ts';
import type { BillingRunLine, BillingRunLines } from '#shared/contract/billing-runs.ts';
import { addInvoices } from '#test/support/ledger/add-invoices.ts';
import { addUser, startSession } from '#test/support/portal/accounts.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';

type NewService = Partial<typeof services.$inferInsert>;

interface Billing {
  from: string;
  to: string;
  amount: string;
  /** The price by which a run computed it; without one the line was written by hand. */
  price?: string;
  /** When its days were freed. */
  endedAt?: string;
  /** When the invoice was issued. */
  issuedAt?: string;
  status?: string;
}

/** Stops the clock for one test. */
export const stopClock = (now: string): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  onTestFinished(() => {
    vi.useRealTimers();
  });
};

/** The billing runs of the portal, as an administrator of that moment uses them. */
export const billingRuns = (portal: TestPortal) => {
  const signIn = async () => {
    const now = new Date().toISOString();
    const userId = await addUser(portal, { user_role: 'admin' });

    return startSession(portal, userId, { created_at: now, last_used_at: now, proved_at: now });
  };
  const call = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    headers = {},
  ) => portal.call(method, path, { cookie: await signIn(), ...(body && { body }), headers });

  return {
    call,
    /** Leaves no run open: files of a worker share a database, which has one. */
    clear: () =>
      portal.connection.execute(sql`delete from billing_runs where state in ('draft', 'running', 'stopped')`),
    draft: (body: object, headers = {}) => call('POST', '/api/admin/billing-runs', body, headers),
    lines: async (runId: number, userId: number, query = ''): Promise<BillingRunLine[]> => {
      const found: BillingRunLine[] = [];
      for (let page = 1; ; page += 1) {
        const { body } = await call('GET', `/api/admin/billing-runs/${runId}/lines?page=${page}${query}`);
        const { lines } = body as BillingRunLines;
        found.push(...lines.filter((line) => line.userId === userId));
        if (lines.length === 0) {
          return found;
        }
      }
    },
    decide: (runId: number, lineIds: readonly number[], excluded: boolean) =>
      call('PATCH', `/api/admin/billing-runs/${runId}/lines`, { lineIds, excluded }),
  };
};

/** Writes services and what was billed of them directly into the database. */
export const serviceWrites = (portal: TestPortal) => ({
  addClient: (user: Parameters<typeof addUser>[1] = {}) => addUser(portal, user),

  addService: async (userId: number, service: NewService = {}): Promise<number> => {
    const [row] = await portal.connection
      .insert(services)
      .values({
        user_id: userId,
        service_category: 'Internet',
        account_type: 'LTE 50 GB',
        price_per_month: '370.00',
        bill_from: '2026-01-01',
        ...service,
      })
      .returning({ id: services.id });

    return row?.id ?? 0;
  },

  /** The price until a day, before the service's own. */
  addEarlierPrice: (serviceId: number, untilDay: string, price: string) =>
    portal.connection
      .insert(servicePrices)
      .values({ service_id: serviceId, until_day: untilDay, price_per_month: price }),

  /** An invoice with one line, which bills the days of a service, or without a service none. */
  bill: async (
    userId: number,
    serviceId: number | undefined,
    { from, to, amount, price, endedAt, issuedAt = '2026-11-01T08:00:00Z', status }: Billing,
  ) => {
    const [invoiceId = 0] = await addInvoices(portal, userId, [
      { total_amount: amount, created_at: issuedAt, ...(status && { status }) },
    ]);
    const [item] = await portal.connection
      .insert(invoiceItems)
      .values({ invoice_id: invoiceId, description: 'LTE by hand', amount, line_amount: amount })
      .returning({ id: invoiceItems.id });
    const lineId = item?.id ?? 0;
    if (serviceId !== undefined) {
      await portal.connection.insert(billedServices).values({
        service_id: serviceId,
        item_id: lineId,
        from_day: from,
        to_day: to,
        price_per_month: price ?? null,
        ended_at: endedAt ?? null,
      });
    }

    return { invoiceId, lineId };
  },
});
