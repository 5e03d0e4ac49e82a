import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addLine, lineCalls } from '#test/support/bank/line-calls.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { addInvoices } from '#test/support/ledger/add-invoices.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
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

/** Runs the daily check and returns the log line with which it ends. */
const run = async () => {
  const before = log.length;
  await portal.runTask('ledger-check');
  const lines = log.slice(before);
  heard = lines.join('');

  return JSON.parse(lines.find((line) => line.includes('"task done"')) ?? '{}');
};

/** Changes rows as nobody may: without triggers, and with the rights of the owner of the tables. */
const tamper = async (
  table: 'ledger_items' | 'users' | 'invoices' | 'credit_notes' | 'ledger_entries',
  statement: string,
) => {
  const owner = connectAsOwner();
  await owner.execute(sql.raw(`alter table ${table} disable trigger user`));
  await owner.execute(sql.raw(statement));
  await owner.execute(sql.raw(`alter table ${table} enable trigger user`));
};

describe('the daily check of the ledger', () => {
  it('the daily check counts nothing while all money adds up', async () => {
    const userId = await addUser(portal, { User_Debit: '-250.00' });
    await addInvoices(portal, userId, [{ status: 'paid' }, { status: 'void' }, {}]);
    await moneyCalls(portal, await addCaller(portal, 'admin')).correct(userId, { amount: 250 });

    const [invoiceId = 0] = await addInvoices(portal, userId, [{}]);
    const admin = await addCaller(portal, 'admin');
    expect(
      await portal.call('POST', `/api/invoices/${invoiceId}/credit-notes`, {
        ...admin,
        body: { reason: 'error', explanation: 'It was written twice.', amount: 40 },
      }),
    ).toMatchObject({ status: 201 });

    expect(await run()).toMatchObject({ ledgerFaults: 0 });
  });

  it('counts nothing for a line that is booked after its money was not sent back after all', async () => {
    const lines = lineCalls(portal, await addCaller(portal, 'admin'));
    const lineId = await addLine(portal);
    await lines.book(lineId, { unidentified: true });
    await lines.book(lineId, { sentBack: { reason: 'Not ours' } });
    await lines.reopen(lineId);

    const parts = [{ userId: await addUser(portal, {}), amount: 100 }];
    expect(await lines.book(lineId, { parts })).toMatchObject({ status: 200 });

    expect(await run()).toMatchObject({ ledgerFaults: 0 });
  });

  it.each([
    [
      'a balance that no entry explains',
      'balance',
      'users',
      (id: number) => `update users set "User_Debit" = "User_Debit" + 1 where "User_Id" = ${id}`,
    ],
    [
      'an invoice that has no entry',
      'invoice',
      'invoices',
      (
        id: number,
      ) => `insert into invoices (invoice_number, user_id, total_amount, buyer, supplier, terms, due_date)
        values ('INV-WITHOUT-ENTRY', ${id}, 30, '{}', '{}', '{}', '2026-11-27')`,
    ],
    [
      'an item that is not the sum of its entries',
      'item',
      'ledger_items',
      (id: number) => `update ledger_items set amount = amount + 1 where user_id = ${id} and amount > 0`,
    ],
    [
      'an item with another sum of credit notes than its entries',
      'item',
      'ledger_items',
      (id: number) =>
        `update ledger_items set credited = credited + 1 where user_id = ${id} and kind = 'invoice'`,
    ],
    [
      'an item with another sum of write-offs than its entries',
      'item',
      'ledger_items',
      (id: number) =>
        `update ledger_items set written_off = written_off + 1 where user_id = ${id} and kind = 'invoice'`,
    ],
    [
      'a credit note that has no entry',
      'credit-note',
      'credit_notes',
      (
        id: number,
      ) => `insert into credit_notes (credit_note_number, user_id, invoice_id, entry_id, total_amount, reason,
          explanation, buyer, supplier, terms)
        select 'CN-WITHOUT-ENTRY', user_id, id, 0, 1, 'error', 'No entry has it', '{}', '{}', '{}' from invoices
        where user_id = ${id}`,
    ],
    [
      'an invoice that is marked as pending though nothing is due',
      'invoice',
      'invoices',
      (id: number) => `update invoices set status = 'pending' where user_id = ${id}`,
    ],
  ] as const)('the daily check counts %s, and names the account', async (_fault, part, table, change) => {
    const userId = await addUser(portal, {});
    await addInvoices(portal, userId, [{ status: 'paid' }]);
    const before = await run();
    await tamper(table, change(userId));
    const { ledgerFaults } = await run();
    const named = heard;

    expect(ledgerFaults).toBeGreaterThan(before.ledgerFaults);
    expect(named).toContain(JSON.stringify({ userId, part }));
  });

  it('the daily check counts a closing balance that is not the sum of the items, whichever account it is', async () => {
    const userId = await addUser(portal, {});
    const [invoiceId] = await addInvoices(portal, userId, [{}]);
    // Item and balance agree with each other, and not with the entry.
    await tamper(
      'ledger_items',
      `update ledger_items set amount = amount - 7 where invoice_id = ${invoiceId}`,
    );
    await tamper('users', `update users set "User_Debit" = "User_Debit" - 7 where "User_Id" = ${userId}`);
    await run();

    expect(heard).toContain(JSON.stringify({ userId: null, part: 'control-account' }));
  });
});
