import { rmSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MIGRATION_PATIENCE, makeDataApiClient } from '#functions/adapters/database/data-api-client.ts';
import { makeLedgerCheckStore } from '#functions/adapters/database/ledger/sql-ledger-check-store.ts';
import { makeDatabaseOwner } from '#functions/adapters/database/migrate/sql-database-owner.ts';
import type * as catchUpModule from '#functions/domain/ledger/catch-up.ts';
import { checkLedger } from '#functions/domain/ledger/check-ledger.ts';
import { addOldUser, copyOldMigrations } from '#test/support/database/old-migrations.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { startPostgres } from '#test/support/database/postgres.ts';
import { watchLedger } from '#test/support/database/watch-ledger.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import {
  addOldInvoice,
  changeOldInvoice,
  readLedger,
  setBalance,
} from '#test/support/ledger/old-invoices.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

// Today's indexes and ledger do not fit the old schema, from which these tests begin.
vi.mock('#functions/database/long-indexes.ts', () => ({ longIndexes: [] }));
vi.mock('#functions/domain/ledger/catch-up.ts', () => ({
  openBalances: () => ({ changed: 0, leftOut: [] }),
  catchUpLedger: () => ({ changed: 0, leftOut: [] }),
}));

const { catchUpLedger, openBalances } = await vi.importActual<typeof catchUpModule>(
  '#functions/domain/ledger/catch-up.ts',
);

const MIGRATIONS = 'functions/database/migrations';
/** The last migration before the ledger. */
const LAST_OLD = 16;
const NOW = new Date('2026-11-20T08:00:00Z');
const TODAY = '2026-11-20';
const MARKED = 'Marked as paid before payments were recorded';

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let portal: TestPortal;
const oldMigrations = copyOldMigrations(MIGRATIONS, LAST_OLD);

const openOwner = () => {
  const { DATABASE_ARN = '', DATABASE_OWNER_SECRET_ARN = '', DATABASE_SECRET_ARN = '' } = process.env;
  const readLogin = async () => portal.secrets.get(DATABASE_SECRET_ARN) ?? '';
  const address = { resourceArn: DATABASE_ARN, secretArn: DATABASE_OWNER_SECRET_ARN, database: 'portal' };

  const client = makeDataApiClient({ ...MIGRATION_PATIENCE, timeLeftMs: () => Number.POSITIVE_INFINITY });

  return makeDatabaseOwner(client, address, readLogin, MIGRATIONS);
};
const catchUp = () => catchUpLedger(openOwner().database, NOW);
const changing = (changed: number) => ({ changed, leftOut: [] });

const readOwNumber = async (userId: number) => {
  const { rows } = await portal.connection.execute(
    sql`select "OWNumber" as number from users where "User_Id" = ${userId}`,
  );

  return rows[0]?.number;
};

const readInvoiceId = async (number: string) => {
  const { rows } = await portal.connection.execute(
    sql`select id from invoices where invoice_number = ${number}`,
  );

  return Number(rows[0]?.id);
};

/** Counts the rows that a change of money otherwise writes for people to see. */
const countTold = async () => {
  const { rows } = await portal.connection.execute(sql`
    select (select count(*) from mails) as mails, (select count(*) from activities) as activities,
      (select count(*) from audit_log) as audited, (select count(*) from jobs) as jobs`);

  return rows[0];
};

/** Accounts as they were before the ledger. */
const before = {
  inCredit: 0,
  inDebt: 0,
  withoutBalance: 0,
  paid: 0,
  voided: 0,
  empty: 0,
  mixed: 0,
};
const numbers: Record<string, string> = {};
let toldBefore: Awaited<ReturnType<typeof countTold>>;

/** Adds a bit of everything; returns the numbers of its invoices. */
const addMixed = async (userId: number) => {
  await setBalance(portal, userId, 100);
  const mixedPaid = await addOldInvoice(portal, userId, { total: 50, day: '2026-02-01' });
  await changeOldInvoice(portal, mixedPaid, 'paid', '2026-02-03');
  const dueLater = await addOldInvoice(portal, userId, {
    total: 60,
    day: '2026-03-01',
    dueDate: '2026-03-08',
  });
  const withoutDueDate = await addOldInvoice(portal, userId, { total: 90, day: '2026-03-02', dueDate: null });
  const mixedVoid = await addOldInvoice(portal, userId, { total: 70, day: '2026-04-01' });
  await changeOldInvoice(portal, mixedVoid, 'void', '2026-04-05');

  return { mixedPaid, dueLater, withoutDueDate, mixedVoid };
};

const plant = async () => {
  for (const name of Object.keys(before) as (keyof typeof before)[]) {
    before[name] = await addOldUser(portal);
  }
  await portal.connection.execute(sql`update users set "User_Date" = '2025-01-01T23:00:00Z'`);

  await setBalance(portal, before.inCredit, 100);
  await setBalance(portal, before.inDebt, -250.5);
  numbers.beside = await addOldInvoice(portal, before.inDebt, { total: 40, day: '2026-05-01' });

  numbers.audited = await addOldInvoice(portal, before.paid, { total: 337, day: '2026-02-01' });
  await changeOldInvoice(portal, numbers.audited, 'paid', '2026-02-09');
  numbers.unaudited = await addOldInvoice(portal, before.paid, { total: 12.34, day: '2026-03-01' });
  await changeOldInvoice(portal, numbers.unaudited, 'paid', '2026-03-04', { isAudited: false });

  numbers.voided = await addOldInvoice(portal, before.voided, { total: 20, day: '2026-04-01' });
  await changeOldInvoice(portal, numbers.voided, 'void', '2026-04-02');
  numbers.paidThenVoid = await addOldInvoice(portal, before.voided, { total: 30, day: '2026-05-01' });
  await changeOldInvoice(portal, numbers.paidThenVoid, 'paid', '2026-05-02');
  await changeOldInvoice(portal, numbers.paidThenVoid, 'void', '2026-05-03');

  numbers.nothing = await addOldInvoice(portal, before.empty, { total: 0, day: '2026-06-01' });
  numbers.voidedNothing = await addOldInvoice(portal, before.empty, {
    total: 0,
    day: '2026-06-02',
    status: 'void',
  });

  Object.assign(numbers, await addMixed(before.mixed));
};

beforeAll(async () => {
  postgres = await startPostgres();
  portal = await startTestPortal({
    databaseUrl: postgres.connectionString,
    settings: { MIGRATIONS_FOLDER: oldMigrations },
  });
  await plant();
  toldBefore = await countTold();

  const owner = openOwner();
  await owner.migrate();
  await watchLedger((statement) => connectAsOwner().execute(sql.raw(statement)));
  await openBalances(owner.database);
  await catchUp();
});
afterAll(async () => {
  await portal.stop();
  await postgres.stop();
  rmSync(oldMigrations, { recursive: true });
});

describe('data from before the ledger', () => {
  it('an opening entry is the balance of the account on the day it was made, and leaves the balance as it is', async () => {
    expect(await readLedger(portal, before.inCredit)).toMatchObject({
      entries: ['opening 2025-01-02 100.00'],
      balance: '100.00',
    });
    expect(await readLedger(portal, before.withoutBalance)).toMatchObject({ entries: [], balance: '0.00' });
  });

  it('a client who owes an old balance and an invoice owes both', async () => {
    expect(await readLedger(portal, before.inDebt)).toEqual({
      entries: ['opening 2025-01-02 -250.50', `invoice 2026-05-01 -40.00 ${numbers.beside}`],
      allocations: [],
      invoices: [`${numbers.beside} pending 40.00`],
      balance: '-290.50',
      version: 1,
    });
  });

  it('a paid invoice gets a payment of its total on the day it was marked, else on the day of its last change', async () => {
    expect(await readLedger(portal, before.paid)).toEqual({
      entries: [
        `invoice 2026-02-01 -337.00 ${numbers.audited}`,
        `payment 2026-02-09 337.00 other ${MARKED}`,
        `invoice 2026-03-01 -12.34 ${numbers.unaudited}`,
        `payment 2026-03-04 12.34 other ${MARKED}`,
      ],
      allocations: [
        `payment pays ${numbers.audited} 337.00 2026-02-09`,
        `payment pays ${numbers.unaudited} 12.34 2026-03-04`,
      ],
      invoices: [`${numbers.audited} paid 0.00`, `${numbers.unaudited} paid 0.00`],
      balance: '0.00',
      version: 1,
    });
  });

  it('a void invoice is reversed on the day it became void and gets no payment, even if it was paid before', async () => {
    expect(await readLedger(portal, before.voided)).toEqual({
      entries: [
        `invoice 2026-04-01 -20.00 ${numbers.voided}`,
        `reversal 2026-04-02 20.00 ${numbers.voided}`,
        `invoice 2026-05-01 -30.00 ${numbers.paidThenVoid}`,
        `reversal 2026-05-03 30.00 ${numbers.paidThenVoid}`,
      ],
      allocations: [],
      invoices: [`${numbers.voided} void 0.00`, `${numbers.paidThenVoid} void 0.00`],
      balance: '0.00',
      version: 1,
    });
  });

  it('an invoice of nothing is paid without a payment', async () => {
    expect(await readLedger(portal, before.empty)).toMatchObject({
      entries: [
        `invoice 2026-06-01 0.00 ${numbers.nothing}`,
        `invoice 2026-06-02 0.00 ${numbers.voidedNothing}`,
      ],
      allocations: [],
      invoices: [`${numbers.nothing} paid 0.00`, `${numbers.voidedNothing} void 0.00`],
    });
  });

  it('credit from before pays the invoices that are due the longest, on the later of both dates', async () => {
    expect(await readLedger(portal, before.mixed)).toEqual({
      entries: [
        'opening 2025-01-02 100.00',
        `invoice 2026-02-01 -50.00 ${numbers.mixedPaid}`,
        `payment 2026-02-03 50.00 other ${MARKED}`,
        `invoice 2026-03-01 -60.00 ${numbers.dueLater}`,
        `invoice 2026-03-02 -90.00 ${numbers.withoutDueDate}`,
        `invoice 2026-04-01 -70.00 ${numbers.mixedVoid}`,
        `reversal 2026-04-05 70.00 ${numbers.mixedVoid}`,
      ],
      allocations: [
        `payment pays ${numbers.mixedPaid} 50.00 2026-02-03`,
        `opening pays ${numbers.dueLater} 10.00 2026-03-01`,
        `opening pays ${numbers.withoutDueDate} 90.00 2026-03-02`,
      ],
      invoices: [
        `${numbers.mixedPaid} paid 0.00`,
        `${numbers.dueLater} pending 50.00`,
        `${numbers.withoutDueDate} paid 0.00`,
        `${numbers.mixedVoid} void 0.00`,
      ],
      balance: '-50.00',
      version: 1,
    });
  });

  it('bringing in what exists writes no mail, activity, job or audit row', async () => {
    expect(await countTold()).toEqual(toldBefore);
  });

  it('bringing in a second time finds nothing to do', async () => {
    const { database } = openOwner();

    expect(await openBalances(database)).toEqual(changing(0));
    expect(await catchUpLedger(database, NOW)).toEqual(changing(0));
  });

  it('the check finds nothing wrong in what was brought in, and names whose old balance may contain an invoice', async () => {
    const checks = makeLedgerCheckStore(portal.connection);

    expect(await checkLedger(checks)).toEqual({ count: 0, first: [] });
    expect(await checks.listWithOldBalance(10)).toEqual([
      await readOwNumber(before.inDebt),
      await readOwNumber(before.mixed),
    ]);
  });
});

describe('what functions of the release before write between two runs', () => {
  it('an invoice that was issued without the ledger is brought in, and one that was marked as paid gets its payment', async () => {
    const userId = await addOldUser(portal);
    const waiting = await addOldInvoice(portal, userId, { total: 10, day: TODAY });
    const empty = await addOldInvoice(portal, userId, { total: 0, day: TODAY });
    const marked = await addOldInvoice(portal, userId, { total: 20, day: TODAY });
    expect(await catchUp()).toEqual(changing(1));
    await changeOldInvoice(portal, marked, 'paid', TODAY);
    expect(await catchUp()).toEqual(changing(1));

    expect(await readLedger(portal, userId)).toMatchObject({
      invoices: [`${waiting} pending 10.00`, `${empty} paid 0.00`, `${marked} paid 0.00`],
      allocations: [`payment pays ${marked} 20.00 ${TODAY}`],
      balance: '-10.00',
    });
  });

  it('an invoice that was paid and then made void without the ledger leaves credit, which pays from today on', async () => {
    const userId = await addOldUser(portal);
    const paid = await addOldInvoice(portal, userId, { total: 30, day: '2026-11-01' });
    await changeOldInvoice(portal, paid, 'paid', '2026-11-02');
    await addOldInvoice(portal, userId, { total: 25, day: '2026-11-03' });
    await catchUp();
    await changeOldInvoice(portal, paid, 'void', TODAY);
    expect(await catchUp()).toEqual(changing(1));

    const ledger = await readLedger(portal, userId);
    expect(ledger.entries).toContain(`reversal ${TODAY} 30.00 ${paid}`);
    expect(ledger.allocations.slice(1).sort()).toEqual(
      [
        `payment pays ${ledger.invoices[1]?.toString().split(' ')[0]} 25.00 ${TODAY}`,
        `payment pays ${paid} -30.00 ${TODAY}`,
      ].sort(),
    );
    expect(ledger.balance).toBe('5.00');
  });

  it('a payment that is recorded before the run pays no invoice that is marked as paid or void', async () => {
    const owner = connectAsOwner();
    const money = moneyCalls(portal, await addCaller(portal, 'admin'));
    const userId = await addOldUser(portal);
    const marked = await addOldInvoice(portal, userId, { total: 100, day: '2026-11-01' });
    const voided = await addOldInvoice(portal, userId, { total: 50, day: '2026-11-02' });
    await catchUp();
    await changeOldInvoice(portal, marked, 'paid', '2026-11-19');
    await changeOldInvoice(portal, voided, 'void', '2026-11-19');

    // Until the run, the ledger disagrees with the statuses.
    await owner.execute(sql.raw('alter table ledger_items disable trigger zz_watch_ledger'));
    const allocations = [{ invoiceId: await readInvoiceId(marked), amount: 40 }];
    expect(await money.pay(userId, { date: TODAY, amount: 40, allocations })).toMatchObject({
      status: 422,
      body: { fields: { 'allocations.0.amount': expect.any(String) } },
    });
    expect(await money.pay(userId, { date: TODAY, amount: 40 })).toMatchObject({
      status: 201,
      body: { allocations: [], unallocated: 40 },
    });
    await owner.execute(sql.raw('alter table ledger_items enable trigger zz_watch_ledger'));
    await catchUp();

    expect(await readLedger(portal, userId)).toMatchObject({
      allocations: [`payment pays ${marked} 100.00 2026-11-19`],
      invoices: [`${marked} paid 0.00`, `${voided} void 0.00`],
      balance: '40.00',
    });
  });

  it('a client who is deleted without the ledger leaves entries, which no run touches again', async () => {
    const userId = await addOldUser(portal);
    const number = await addOldInvoice(portal, userId, { total: 15, day: '2026-11-01' });
    await catchUp();
    await portal.connection.execute(sql`delete from invoices where invoice_number = ${number}`);
    await portal.connection.execute(sql`delete from users where "User_Id" = ${userId}`);
    const left = await readLedger(portal, userId);

    expect(await catchUp()).toEqual(changing(0));
    expect(left.entries).toEqual([`invoice 2026-11-01 -15.00 ${number}`]);
    expect(await readLedger(portal, userId)).toEqual(left);
    expect((await checkLedger(makeLedgerCheckStore(portal.connection))).first).toEqual([]);
  });

  it('a run that fails in the middle of an account leaves nothing of it, and the next run brings it in whole', async () => {
    const owner = connectAsOwner();
    const others = await Promise.all(Array.from({ length: 50 }, () => addOldUser(portal)));
    const failing = await addOldUser(portal);
    const paid = await addOldInvoice(portal, failing, { total: 30, day: '2026-11-01' });
    await changeOldInvoice(portal, paid, 'paid', '2026-11-02');
    // The other accounts fill the first portion.
    await portal.connection.execute(sql`
      insert into invoices (invoice_number, user_id, total_amount, buyer, supplier, due_date)
      select 'MANY-' || value || '-' || number, value::int, number, '{}'::jsonb, '{}'::jsonb, '2026-11-01'
      from generate_series(1, 20) as number, jsonb_array_elements_text(${JSON.stringify(others)}::jsonb)`);
    await owner.execute(
      sql.raw(
        `create function fail_payment() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`,
      ),
    );
    await owner.execute(
      sql.raw(`create trigger zz_fail before insert on ledger_entries for each row
        when (new.kind = 'payment' and new.user_id = ${failing}) execute function fail_payment()`),
    );

    await expect(catchUp()).rejects.toThrow();
    expect(await readLedger(portal, failing)).toMatchObject({ entries: [], invoices: [], balance: '0.00' });
    expect((await readLedger(portal, others[0] ?? 0)).entries).toHaveLength(20);

    await owner.execute(sql.raw('drop trigger zz_fail on ledger_entries'));
    expect(await catchUp()).toEqual(changing(1));
    expect(await readLedger(portal, failing)).toMatchObject({
      entries: [`invoice 2026-11-01 -30.00 ${paid}`, `payment 2026-11-02 30.00 other ${MARKED}`],
      invoices: [`${paid} paid 0.00`],
    });
  });

  it('an account whose invoices are too much for a balance is left out until they are not, and the others are brought in', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => addOldUser(portal)));
    const [first = 0, tooMuch = 0, ...later] = others.sort((a, b) => a - b);
    for (const userId of others) {
      await addOldInvoice(portal, userId, { total: 6_000_000_000, day: '2026-11-01' });
    }
    const second = await addOldInvoice(portal, tooMuch, { total: 6_000_000_000, day: '2026-11-02' });

    expect(await catchUp()).toEqual({ changed: 3, leftOut: [tooMuch] });
    for (const userId of [first, ...later]) {
      expect((await readLedger(portal, userId)).balance).toBe('-6000000000.00');
    }
    expect(await readLedger(portal, tooMuch)).toMatchObject({ entries: [], balance: '0.00' });
    expect(await checkLedger(makeLedgerCheckStore(portal.connection))).toEqual({
      count: 1,
      first: [{ userId: tooMuch, part: 'invoice' }],
    });

    expect(await catchUp()).toEqual({ changed: 0, leftOut: [tooMuch] });
    await portal.connection.execute(sql`delete from invoices where invoice_number = ${second}`);
    expect(await catchUp()).toEqual(changing(1));
  });

  it('an account whose opening entry would be too large is left out, and the balances of the others are opened', async () => {
    const { database } = openOwner();
    const others = await Promise.all(Array.from({ length: 4 }, () => addOldUser(portal)));
    const [first = 0, tooLarge = 0, ...later] = others.sort((a, b) => a - b);
    await addOldInvoice(portal, tooLarge, { total: 6_000_000_000, day: '2026-11-01' });
    await catchUp();
    for (const userId of others) {
      await setBalance(portal, userId, 6_000_000_000);
    }

    expect(await openBalances(database)).toEqual({ changed: 3, leftOut: [tooLarge] });
    for (const userId of [first, ...later]) {
      expect((await readLedger(portal, userId)).entries).toHaveLength(1);
    }
    expect((await checkLedger(makeLedgerCheckStore(portal.connection))).first).toEqual([
      { userId: tooLarge, part: 'balance' },
    ]);

    await setBalance(portal, tooLarge, -6_000_000_000);
    expect(await openBalances(database)).toEqual(changing(0));
  });

  it('two runs at once write each entry once', async () => {
    const userIds = await Promise.all(Array.from({ length: 5 }, () => addOldUser(portal)));
    for (const userId of userIds) {
      const number = await addOldInvoice(portal, userId, { total: 10, day: TODAY });
      await changeOldInvoice(portal, number, 'paid', TODAY);
    }
    await Promise.all([catchUp(), catchUp(), catchUp()]);

    for (const userId of userIds) {
      expect((await readLedger(portal, userId)).entries).toHaveLength(2);
    }
    expect((await checkLedger(makeLedgerCheckStore(portal.connection))).first).toEqual([]);
  });
});
