import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addOldInvoice, readLedger, setBalance } from '#test/support/ledger/old-invoices.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let log: string[];
beforeAll(async () => {
  const started = await startTestPortal();
  portal = started;
  log = started.heard.log;
});
afterAll(() => portal.stop());

/** What the last run logged. */
let heard: string;

/** Runs a job and returns the log line with which it ends. */
const run = async (name: 'migrate' | 'ledger-catch-up' | 'ledger-check') => {
  const before = log.length;
  await portal.runJob(name);
  const lines = log.slice(before);
  heard = lines.join('');

  return JSON.parse(lines.find((line) => line.includes('"job done"')) ?? '{}');
};

/** Changes rows as nobody may: without triggers, and with the rights of the owner of the tables. */
const tamper = async (table: 'ledger_items' | 'users' | 'invoices', statement: string) => {
  const owner = connectAsOwner();
  await owner.execute(sql.raw(`alter table ${table} disable trigger user`));
  await owner.execute(sql.raw(statement));
  await owner.execute(sql.raw(`alter table ${table} enable trigger user`));
};

describe('the jobs of the ledger', () => {
  it('a deployment opens the balances that are older than the ledger, and brings in the invoices', async () => {
    const userId = await addUser(portal, {});
    await setBalance(portal, userId, 100);
    const number = await addOldInvoice(portal, userId, { total: 30, day: '2026-11-01' });

    expect(await run('migrate')).toMatchObject({ balancesOpened: 1, accountsBroughtIn: 1 });
    expect(await readLedger(portal, userId)).toMatchObject({
      invoices: [`${number} paid 0.00`],
      balance: '70.00',
    });
  });

  it('a deployment names the clients who owe an old balance and an invoice', async () => {
    const userId = await addUser(portal, { OWNumber: 'OW70001' });
    await setBalance(portal, userId, -80);
    await addOldInvoice(portal, userId, { total: 30, day: '2026-11-01' });

    await run('migrate');
    expect(heard).toContain('OW70001');

    await run('migrate');
    expect(heard).not.toContain('old balance');
  });

  it('a deployment that was killed after the balances names clients when it is repeated, not for newer invoices', async () => {
    const userId = await addUser(portal, { OWNumber: 'OW70002' });
    await setBalance(portal, userId, -80);
    await moneyCalls(portal, await addCaller(portal, 'admin')).issue(userId, 10);
    await run('migrate');
    expect(heard).not.toContain('OW70002');
    await addOldInvoice(portal, userId, { total: 30, day: '2026-11-01' });

    expect(await run('migrate')).toMatchObject({ balancesOpened: 0, accountsBroughtIn: 1 });
    expect(heard).toContain('OW70002');
  });

  it('a deployment opens no second balance where one was corrected already; the daily check reports it', async () => {
    const userId = await addUser(portal, {});
    await setBalance(portal, userId, 100);
    await moneyCalls(portal, await addCaller(portal, 'admin')).correct(userId, { amount: 5 });

    expect(await run('migrate')).toMatchObject({ balancesOpened: 0 });
    await run('ledger-check');
    expect(heard).toContain(JSON.stringify({ userId, part: 'balance' }));
    await setBalance(portal, userId, 5);
  });

  it('the half-hourly run brings in invoices that were issued without the ledger', async () => {
    await addOldInvoice(portal, await addUser(portal, {}), { total: 30, day: '2026-11-01' });

    expect(await run('ledger-catch-up')).toMatchObject({ accounts: 1 });
    expect(await run('ledger-catch-up')).toMatchObject({ accounts: 0 });
  });

  it('the daily check counts nothing while all money adds up, also what was written without the ledger before it', async () => {
    await addOldInvoice(portal, await addUser(portal, {}), { total: 30, day: '2026-11-01' });

    expect(await run('ledger-check')).toMatchObject({ ledgerFaults: 0 });
  });

  it('the half-hourly run names an account whose balance would be too large, and the daily check counts it', async () => {
    const userId = await addUser(portal, {});
    const faults = (await run('ledger-check')).ledgerFaults;
    await addOldInvoice(portal, userId, { total: 6_000_000_000, day: '2026-11-01' });
    const number = await addOldInvoice(portal, userId, { total: 6_000_000_000, day: '2026-11-02' });

    expect(await run('ledger-catch-up')).toMatchObject({ accounts: 0 });
    expect(heard).toContain(JSON.stringify({ leftOut: [userId] }).slice(1, -1));
    expect(await run('ledger-check')).toMatchObject({ ledgerFaults: faults + 1 });
    await portal.connection.execute(sql`delete from invoices where invoice_number = ${number}`);
    await run('ledger-catch-up');
  });

  it.each([
    [
      'a balance that no entry explains',
      'balance',
      'users',
      (id: number) => `update users set "User_Debit" = "User_Debit" + 1 where "User_Id" = ${id}`,
    ],
    [
      'an item that is not the sum of its entries',
      'item',
      'ledger_items',
      (id: number) => `update ledger_items set amount = amount + 1 where user_id = ${id} and amount > 0`,
    ],
    [
      'an invoice that is marked as pending though nothing is due',
      'invoice',
      'invoices',
      (id: number) => `update invoices set status = 'pending' where user_id = ${id}`,
    ],
  ] as const)('the daily check counts %s, and names the account', async (_fault, part, table, change) => {
    const userId = await addUser(portal, {});
    await addOldInvoice(portal, userId, { total: 30, day: '2026-11-01', status: 'paid' });
    const before = await run('ledger-check');
    await tamper(table, change(userId));
    const { ledgerFaults } = await run('ledger-check');
    const named = heard;

    expect(ledgerFaults).toBeGreaterThan(before.ledgerFaults);
    expect(named).toContain(JSON.stringify({ userId, part }));
  });
});
