import { inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeLedgerStore } from '#functions/adapters/database/payments/sql-ledger-store.ts';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { readCounts, readMoney, readMonths } from '#functions/domain/figures/read-figures.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { addInvoices } from '#test/support/ledger/add-invoices.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let database: DatabaseOf<'figures'>;
let clientId: number;

/** 1 December in Johannesburg, still November in UTC. */
const NOW = new Date('2026-11-30T22:30:00Z');
const DECEMBER = '2026-11-30T22:00:00Z';
const LAST_OF_NOVEMBER = '2026-11-30T21:59:59.999Z';
const LONG_AGO = '2020-01-01T00:00:00Z';

let added = 0;

const issue = async (invoice: Partial<typeof invoices.$inferInsert>) => {
  added += 1;
  await addInvoices(portal, invoice.user_id ?? clientId, [
    { invoice_number: `INV-${added}`, total_amount: '100', created_at: LONG_AGO, ...invoice },
  ]);
};

const money = () => readMoney(database.figures, NOW);
const months = () => readMonths(database.figures, NOW);
const counts = () =>
  readCounts(
    {
      database,
      supportSettings: { isOn: true, contactUrl: (id) => `https://desk.example/people/${id}` },
      bankAccounts: [],
    },
    NOW,
  );
const lastMonths = async () => (await months()).slice(-2);

beforeAll(async () => {
  portal = await startTestPortal();
  const { databaseWith } = await import('#functions/runtime/ports/database-port.ts');
  const { figureStore } = await import('#functions/runtime/ports/stores.ts');
  database = databaseWith(figureStore);
});
afterAll(() => portal.stop());

beforeEach(async () => {
  await portal.connection.delete(invoices);
  await portal.connection.delete(jobs);
  await portal.connection.delete(users);
  // The ledger outlasts its accounts.
  await connectAsOwner().execute(sql`truncate ledger_entries cascade`);
  clientId = await addUser(portal, { User_Date: LONG_AGO });
});

describe('the figures over all clients', () => {
  it('a portal without clients has twelve months of nothing', async () => {
    await portal.connection.delete(users);

    const found = await months();

    expect(found).toHaveLength(12);
    expect(found[0]).toEqual({
      month: '2026-01',
      invoiced: 0,
      voided: 0,
      credited: 0,
      received: 0,
      returned: 0,
      newClients: 0,
    });
    expect(found[11]).toEqual({
      month: '2026-12',
      invoiced: 0,
      voided: 0,
      credited: 0,
      received: 0,
      returned: 0,
      newClients: 0,
    });
    expect(await money()).toEqual({
      outstanding: 0,
      overdue: 0,
      invoicedThisMonth: 0,
      voidedThisMonth: 0,
      creditedThisMonth: 0,
    });
    expect(await counts()).toMatchObject({ overdueClients: 0, openTickets: 0, failedJobs: 0 });
  });

  it('an invoice belongs to the month in which it was issued in Johannesburg', async () => {
    await issue({ created_at: LAST_OF_NOVEMBER, total_amount: '10.25' });
    await issue({ created_at: DECEMBER, total_amount: '0.1' });
    await issue({ created_at: DECEMBER, total_amount: '0.2', status: 'paid' });
    await issue({ created_at: '2025-12-31T21:59:59Z', total_amount: '999' });

    expect((await months()).filter(({ invoiced }) => invoiced > 0)).toEqual([
      { month: '2026-11', invoiced: 10.25, voided: 0, credited: 0, received: 0, returned: 0, newClients: 0 },
      { month: '2026-12', invoiced: 0.3, voided: 0, credited: 0, received: 0.2, returned: 0, newClients: 0 },
    ]);
    expect(await money()).toMatchObject({ invoicedThisMonth: 0.3 });
  });

  it('an invoice that is made void in a later month stays in the figure of its own, and is void in the later one', async () => {
    const account = writeAccount(portal, clientId);
    const old = await account.issue('2026-10-31', 1_705, '2026-11-07');
    await account.issue('2026-11-01', 10_000, '2026-11-08');
    await account.makeVoid('2026-12-01', old);
    await account.makeVoid('2026-12-01', await account.issue('2026-12-01', 50, '2026-12-08'));

    expect((await months()).filter(({ invoiced }) => invoiced > 0)).toEqual([
      { month: '2026-10', invoiced: 17.05, voided: 0, credited: 0, received: 0, returned: 0, newClients: 0 },
      { month: '2026-11', invoiced: 100, voided: 0, credited: 0, received: 0, returned: 0, newClients: 0 },
      {
        month: '2026-12',
        invoiced: 0.5,
        voided: 17.55,
        credited: 0,
        received: 0,
        returned: 0,
        newClients: 0,
      },
    ]);
    expect(await money()).toMatchObject({ outstanding: 100, invoicedThisMonth: 0.5, voidedThisMonth: 17.55 });
  });

  it('a credit note belongs to the month of its own date, and takes nothing off what was invoiced', async () => {
    const invoiceId = await writeAccount(portal, clientId).issue('2026-11-01', 10_000, '2026-11-08');
    await portal.connection.transaction(async (db) => {
      await db.execute(sql`
        insert into ledger_entries (user_id, kind, date, amount, invoice_id, number)
        values (${clientId}, 'credit-note', '2026-12-01', 25.5, ${invoiceId}, 'CN-2026-000001')`);
      await makeLedgerStore(db).settle(clientId, { on: null });
    });

    expect((await lastMonths()).map(({ invoiced, credited }) => ({ invoiced, credited }))).toEqual([
      { invoiced: 100, credited: 0 },
      { invoiced: 0, credited: 25.5 },
    ]);
    expect(await money()).toMatchObject({ invoicedThisMonth: 0, creditedThisMonth: 25.5 });
  });

  it('a payment that is reversed in a later month stays in the figure of its own, and is returned in the later one', async () => {
    const account = writeAccount(portal, clientId);
    const old = await account.pay('2026-10-31', 1_705);
    await account.pay('2026-11-01', 10_000);
    await account.reverse('2026-12-01', old);
    await account.reverse('2026-12-01', await account.pay('2026-12-01', 50));

    const none = { invoiced: 0, voided: 0, credited: 0, newClients: 0 };
    expect((await months()).filter(({ received }) => received > 0)).toEqual([
      { month: '2026-10', ...none, received: 17.05, returned: 0 },
      { month: '2026-11', ...none, received: 100, returned: 0 },
      { month: '2026-12', ...none, received: 0.5, returned: 17.55 },
    ]);
  });

  it('the figures of a month are those of its control totals after a payment was returned and the client deleted', async () => {
    const admin = await addCaller(portal, 'admin');
    const account = writeAccount(portal, clientId);
    await account.issue('2026-12-01', 10_025, '2026-12-08');
    await account.reverse('2026-12-01', await account.pay('2026-12-01', 700));
    await portal.connection.delete(invoices);
    await portal.connection.delete(users).where(inArray(users.User_Id, [clientId]));

    const { body } = await portal.call(
      'GET',
      '/api/admin/ledger/totals?from=2026-12-01&to=2026-12-31',
      admin,
    );
    const [december] = (await months()).slice(-1);
    expect(december).toMatchObject({
      invoiced: body.invoices,
      received: -body.receipts,
      voided: 0,
      credited: 0,
    });
    expect(december).toMatchObject({ invoiced: 100.25, received: 7, returned: 7 });
    expect(await money()).toEqual({
      outstanding: 0,
      overdue: 0,
      invoicedThisMonth: 100.25,
      voidedThisMonth: 0,
      creditedThisMonth: 0,
    });
  });

  it('what is overdue is the open part whose due day is over in Johannesburg, and each client counts once', async () => {
    const other = await addUser(portal, { User_Date: LONG_AGO });
    await issue({ due_date: '2026-11-30', total_amount: '1' });
    await issue({ due_date: '2026-10-01', total_amount: '2' });
    await issue({ due_date: '2026-12-01', total_amount: '4', user_id: other });
    await issue({ created_at: DECEMBER, total_amount: '8', user_id: other });
    await issue({ due_date: '2026-11-30', total_amount: '16', user_id: other, status: 'paid' });
    await issue({ due_date: '2026-11-30', total_amount: '32', user_id: other, status: 'void' });

    expect(await money()).toMatchObject({ outstanding: 15, overdue: 3 });
    expect(await counts()).toMatchObject({ overdueClients: 1 });
  });

  it('the new clients of a month still exist, and are no administrators and not the canary', async () => {
    const deleted = await addUser(portal, { User_Date: DECEMBER });
    await addUser(portal, { User_Date: DECEMBER });
    await addUser(portal, { User_Date: DECEMBER, User_Status: 0 });
    await addUser(portal, { User_Date: LAST_OF_NOVEMBER });
    await addUser(portal, { User_Date: DECEMBER, user_role: 'admin' });
    await addUser(portal, { User_Date: DECEMBER, User_Id: 0 });
    await portal.connection.delete(users).where(inArray(users.User_Id, [deleted]));

    expect((await lastMonths()).map(({ newClients }) => newClients)).toEqual([1, 2]);
  });

  it('only failed jobs are counted', async () => {
    await portal.connection.insert(jobs).values(
      ['failed', 'queued', 'completed'].map((state) => ({
        kind: 'invoice-pdf',
        key: state,
        state,
        payload: {},
      })),
    );

    expect(await counts()).toMatchObject({ failedJobs: 1, helpdeskUrl: 'https://desk.example/' });
  });
});
