import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBankMatchStore } from '#functions/adapters/database/bank/sql-bank-match-store.ts';
import { bankProposals } from '#functions/database/schema/bank-tables.ts';
import { matchLines } from '#functions/domain/bank/match-lines.ts';
import { checkLedger } from '#functions/domain/books/check-ledger.ts';
import { addLine, lineCalls, readLineRows } from '#test/support/bank/line-calls.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { deleteSettled } from '#test/support/ledger/delete-settled.ts';
import { addOpening, dayFromToday, moneyCalls, readLedger } from '#test/support/ledger/money-calls.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { countBlockedStatements } from '#test/support/portal/blocked-statements.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const TODAY = dayFromToday(0);
const REASON = 'returned after the client was deleted';
const VAT_NUMBER = '4870261234';

let portal: TestPortal;
let admin: { userId: number; cookie: string };
let money: ReturnType<typeof moneyCalls>;
let lines: ReturnType<typeof lineCalls>;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { SUPPLIER_VAT_NUMBER: VAT_NUMBER } });
  admin = await addCaller(portal, 'admin');
  money = moneyCalls(portal, admin);
  lines = lineCalls(portal, admin);
});
afterAll(() => portal.stop());

const part = (userId: number, amount: number) => ({ userId, amount });
const addReturned = (amount: number, change: object = {}) =>
  addLine(portal, { amount: `-${amount.toFixed(2)}`, state: 'returned', ...change });

/** Deletes a client of whom a line paid a tax invoice, and returns the payment. */
const addDeleted = async (amount: number) => {
  const userId = await addUser(portal, {});
  const invoiceId = await writeAccount(portal, userId).issue(dayFromToday(-9), amount * 100, TODAY);
  const { body } = await lines.book(await addLine(portal, { amount: amount.toFixed(2) }), {
    parts: [part(userId, amount)],
  });
  expect(await deleteSettled(portal, admin, userId)).toMatchObject({ status: 204 });

  return { userId, invoiceId, paymentId: Number(body.paymentIds[0]) };
};

const readEntries = async (userId: number) => {
  const { rows } = await portal.connection.execute(sql`
    select entry.kind, entry.date::text, entry.bank_date::text as "bankDate", entry.amount::float8, entry.vat::float8,
      entry.written_by as "writtenBy", note.reason
    from ledger_entries as entry left join entry_notes as note on note.entry_id = entry.id
    where user_id = ${userId} and (entry.kind in ('reversal', 'write-off')) order by id`);

  return rows;
};

const readOpen = async (userId: number) => {
  const { rows } = await portal.connection.execute(sql`
    select sum(due)::float8 as due, sum(free)::float8 as free, sum(written_off)::float8 as "writtenOff"
    from ledger_items where user_id = ${userId}`);

  return rows[0];
};

const readTotals = async (day = TODAY) =>
  (await portal.call('GET', `/api/admin/ledger/totals?from=${day}&to=${day}`, admin)).body;

/** The VAT report of today's tax period. */
const readVatReport = async () => {
  const [year, month] = TODAY.split('-').map(Number);
  const period = `${year}-${String(Math.ceil((month ?? 0) / 2) * 2).padStart(2, '0')}`;
  const path = `/api/admin/vat-report?period=${period}&vatNumber=${VAT_NUMBER}`;

  return (await portal.call('GET', path, admin)).body;
};

const countFaults = async () => {
  const { database } = await import('#local/seed/whole-database.ts');

  return checkLedger(database, new Date());
};

const matchReturned = async (amount: number) => {
  const [match] = await matchLines(
    { bankMatches: makeBankMatchStore(portal.connection) },
    [
      {
        date: TODAY,
        description: 'UNPAID DEBIT ORDER',
        reference: null,
        amountCents: -amount * 100,
        hasBalance: true,
        seenInFileOf: null,
      },
    ],
    TODAY,
  );

  return match;
};

describe('a payment of a deleted client that the bank returns', () => {
  it('is reversed on the closed account, and what is owed again is written off with its VAT by the administrator', async () => {
    const { userId, paymentId } = await addDeleted(230);
    const before = await readTotals();
    const returned = await addReturned(230, { date: dayFromToday(-1) });

    const { status, body } = await lines.book(returned, { reverses: paymentId });

    expect({ status, body }).toMatchObject({
      status: 200,
      body: { state: 'booked', booked: [{ paymentId, userId, OWNumber: null, name: null, amount: -230 }] },
    });
    const written = { writtenBy: admin.userId, date: TODAY };
    expect(await readEntries(userId)).toEqual([
      {
        kind: 'reversal',
        ...written,
        bankDate: dayFromToday(-1),
        amount: -230,
        vat: null,
        reason: 'Returned by the bank',
      },
      { kind: 'write-off', ...written, bankDate: null, amount: 230, vat: 30, reason: REASON },
    ]);
    expect(await readOpen(userId)).toEqual({ due: 0, free: 0, writtenOff: 230 });
    expect((await readLedger(portal, userId)).allocations).toMatchObject([
      { amount: 230, ends: false },
      { amount: -230, date: TODAY, ends: true },
    ]);
    expect((await readLineRows(portal, returned)).bookings).toMatchObject([{ kind: 'reversal' }]);

    const after = await readTotals();
    expect(after).toMatchObject({ agrees: true, closedAccounts: 0, closing: before.closing });
    expect([
      after.returnedReceipts - before.returnedReceipts,
      after.writeOffs - before.writeOffs,
      after.receipts - before.receipts,
    ]).toEqual([230, -230, 0]);
    expect(await countFaults()).toEqual({ count: 0, first: [] });
  });

  it('is audited as a reversal and a write-off, and tells nobody', async () => {
    const { userId, paymentId } = await addDeleted(231);
    await lines.book(await addReturned(231), { reverses: paymentId });

    const { rows } = await portal.connection.execute(sql`
      select actor_id as "actorId", action, record, (changes ->> 'amount')::float8 as amount from audit_log
      where record like ${`% of user ${userId}`} and action = 'bank.book' order by id desc limit 2`);
    const by = { actorId: admin.userId, action: 'bank.book' };
    expect(rows).toEqual([
      { ...by, record: `debt of user ${userId}`, amount: 231 },
      { ...by, record: `payment ${paymentId} of user ${userId}`, amount: -231 },
    ]);
    const { rows: told } = await portal.connection.execute(
      sql`select 1 from activities where user_id = ${userId} union all select 1 from mails where user_id = ${userId}`,
    );
    expect(told).toEqual([]);
  });

  it('opens a take-on balance, a refund and a part of an invoice again, which are all written off, with VAT for the invoice alone', async () => {
    const userId = await addUser(portal, {});
    await addOpening(userId, -4000);
    const invoiceId = await writeAccount(portal, userId).issue(TODAY, 23_000, dayFromToday(20));
    await money.writeOff(invoiceId, { amount: 115 });
    const { body } = await lines.book(await addLine(portal, { amount: '165.00' }), {
      parts: [part(userId, 165)],
    });
    await money.refund(userId, { amount: 10 });
    expect(await deleteSettled(portal, admin, userId)).toMatchObject({ status: 204 });

    expect(await lines.book(await addReturned(165), { reverses: body.paymentIds[0] })).toMatchObject({
      status: 200,
    });

    const offs = (await readEntries(userId)).filter(({ reason }) => reason === REASON);
    expect(offs.map(({ amount, vat }) => [amount, vat]).toSorted()).toEqual([
      [10, null],
      [115, 15],
      [40, null],
    ]);
    expect(await readOpen(userId)).toMatchObject({ due: 0, free: 0 });
    expect(await readTotals()).toMatchObject({ agrees: true, closedAccounts: 0 });
    expect(await countFaults()).toEqual({ count: 0, first: [] });
  });

  it('can be recovered later by the number of its invoice, and be returned once more', async () => {
    const { userId, invoiceId, paymentId } = await addDeleted(115);
    await lines.book(await addReturned(115), { reverses: paymentId });
    const { rows } = await portal.connection.execute(
      sql`select invoice_number as number from retained_invoices where id = ${invoiceId}`,
    );
    const recovery = { invoiceNumber: rows[0]?.number, date: TODAY, amount: 115, method: 'eft' };
    const path = '/api/admin/retained-invoices/recoveries';
    expect(await portal.call('POST', path, { cookie: admin.cookie, body: recovery })).toMatchObject({
      status: 201,
      body: { stillWrittenOff: 0 },
    });
    const { rows: payments } = await portal.connection.execute(
      sql`select max(id)::int as id from ledger_entries where user_id = ${userId} and kind = 'payment'`,
    );

    expect(await lines.book(await addReturned(115), { reverses: payments[0]?.id })).toMatchObject({
      status: 200,
    });

    expect(await readOpen(userId)).toEqual({ due: 0, free: 0, writtenOff: 115 });
    expect((await readEntries(userId)).map(({ kind, vat }) => [kind, vat])).toEqual([
      ['reversal', null],
      ['write-off', 15],
      ['reversal', null],
      ['write-off', 15],
    ]);
    expect(await countFaults()).toEqual({ count: 0, first: [] });
  });

  it('leaves every past day as it was, and no closed account owes or has anything on it', async () => {
    const { paymentId } = await addDeleted(116);
    const day = dayFromToday(-1);
    const before = await readTotals(day);
    await lines.book(await addReturned(116, { date: day }), { reverses: paymentId });

    expect(await readTotals(day)).toEqual(before);
  });

  it('of a closed month stands on an open day and keeps its bank date', async () => {
    const { userId, paymentId } = await addDeleted(117);
    await portal.connection.execute(sql`
      insert into book_closings (last_day, closed_at, closed_by)
      values (${dayFromToday(-1)}::date, now(), ${admin.userId}::int)`);

    const { status } = await lines.book(await addReturned(117, { date: dayFromToday(-2) }), {
      reverses: paymentId,
    });
    await portal.connection.execute(sql`update book_closings set opened_at = now()`);

    expect(status).toBe(200);
    expect(await readEntries(userId)).toMatchObject([
      { kind: 'reversal', date: TODAY, bankDate: dayFromToday(-2) },
      { kind: 'write-off', date: TODAY },
    ]);
  });

  it('is not reversed a second time', async () => {
    const { userId, paymentId } = await addDeleted(118);
    await lines.book(await addReturned(118), { reverses: paymentId });
    const before = await readLedger(portal, userId);

    expect(await lines.book(await addReturned(118), { reverses: paymentId })).toMatchObject({ status: 409 });
    expect(await readLedger(portal, userId)).toEqual(before);
  });
});

it('the write-off of a returned payment waits for the return of its invoice, as any other', async () => {
  const { paymentId } = await addDeleted(460);
  const before = await readVatReport();
  await lines.book(await addReturned(460), { reverses: paymentId });
  const after = await readVatReport();

  expect(after).toMatchObject({ agrees: true, writtenOff: before.writtenOff });
  expect([
    after.waiting.writtenOff.gross - before.waiting.writtenOff.gross,
    after.waiting.writtenOff.vat - before.waiting.writtenOff.vat,
  ]).toEqual([460, 60]);
});

describe('a divided line that the bank returns', () => {
  it('reverses the part of a deleted client with the part of a living one, who owes again', async () => {
    const [living, gone] = [await addUser(portal, {}), await addUser(portal, {})];
    for (const userId of [living, gone]) {
      await money.issue(userId, 60);
    }
    const { body } = await lines.book(await addLine(portal, { amount: '120.00' }), {
      parts: [part(living, 60), part(gone, 60)],
    });
    expect(await deleteSettled(portal, admin, gone)).toMatchObject({ status: 204 });
    const returned = await addReturned(120);

    expect((await matchReturned(120))?.proposals).toMatchObject([{ paymentId: body.paymentIds[0] }]);
    const path = `/api/admin/bank-lines/${returned}/forecast?userId=${gone}&paymentId=${body.paymentIds[1]}`;
    expect(await portal.call('GET', path, admin)).toMatchObject({
      status: 200,
      body: { due: 0, dueAfter: 0, reverses: [{ userId: living }, { userId: gone, OWNumber: null }] },
    });
    expect(await lines.book(returned, { reverses: body.paymentIds[1] })).toMatchObject({
      status: 200,
      body: { booked: [{ userId: living }, { userId: gone, name: null }] },
    });

    expect((await money.readDebt(living)).body).toMatchObject({ owed: 60 });
    expect(await readOpen(gone)).toEqual({ due: 0, free: 0, writtenOff: 60 });
    expect(await countFaults()).toEqual({ count: 0, first: [] });
  });
});

describe('the payment of a deleted client', () => {
  it('is proposed for the line that returns it, without a name', async () => {
    const { userId, paymentId } = await addDeleted(321);

    expect(await matchReturned(321)).toMatchObject({
      state: 'returned',
      proposals: [{ userId, paymentId, reasons: [expect.stringMatching(/^Paid /)] }],
    });
  });

  it('stays proposed for a line that was read before the deletion, without a name', async () => {
    const userId = await addUser(portal, { User_Surname: 'Gone' });
    await money.issue(userId, 322);
    const { body } = await money.pay(userId, { amount: 322 });
    const lineId = await addReturned(322);
    await portal.connection.insert(bankProposals).values({
      line_id: lineId,
      place: 1,
      user_id: userId,
      payment_id: body.id,
      reasons: ['Surname Gone', 'Paid today'],
    });
    expect(await deleteSettled(portal, admin, userId)).toMatchObject({ status: 204 });

    const { body: file } = await portal.call('GET', `/api/admin/bank-lines/${lineId}/file`, admin);
    const { body: read } = await portal.call('GET', `/api/admin/bank-files/${file.id}/lines`, admin);

    expect(read.lines[0].proposals).toEqual([
      {
        userId,
        paymentId: body.id,
        OWNumber: null,
        name: null,
        company: null,
        reasons: ['Paid today'],
        newcomer: null,
      },
    ]);
  });

  it('has no forecast but for the line that returns it', async () => {
    const { userId } = await addDeleted(323);
    const lineId = await addLine(portal);

    expect(
      await portal.call('GET', `/api/admin/bank-lines/${lineId}/forecast?userId=${userId}`, admin),
    ).toMatchObject({
      status: 404,
      body: { message: 'User not found' },
    });
  });
});

describe('a deletion and a return at once', () => {
  const deleteUser = (userId: number) => portal.call('DELETE', `/api/admin/users/${userId}`, admin);

  it('either the client owes again and stays, or the return is written off on the closed account', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const userId = await addUser(portal, {});
        await money.issue(userId, 400 + index);
        const { body } = await money.pay(userId, { amount: 400 + index });
        const returned = await addReturned(400 + index);
        const [deletion, booking] = await Promise.all([
          deleteUser(userId),
          lines.book(returned, { reverses: body.id }),
        ]);

        return { deletion: deletion.status, booking: booking.status, open: await readOpen(userId), index };
      }),
    );

    for (const { deletion, booking, open, index } of outcomes) {
      expect(booking).toBe(200);
      expect([
        { deletion: 204, due: 0, writtenOff: 400 + index },
        { deletion: 409, due: 400 + index, writtenOff: 0 },
      ]).toContainEqual({ deletion, due: open?.due, writtenOff: open?.writtenOff });
    }
    expect(await countFaults()).toEqual({ count: 0, first: [] });
  });

  it('a return that waits for the deletion is written on the closed account', async () => {
    const userId = await addUser(portal, {});
    await money.issue(userId, 500);
    const { body } = await money.pay(userId, { amount: 500 });
    const returned = await addReturned(500);
    const owner = connectAsOwner();

    const answers = await owner.transaction(async (holder) => {
      await holder.execute(sql`select from users where "User_Id" = ${userId} for update`);
      const deletion = deleteUser(userId);
      await expect.poll(() => countBlockedStatements(portal)).toBe(1);
      const booking = lines.book(returned, { reverses: body.id });
      await expect.poll(() => countBlockedStatements(portal)).toBe(2);

      return { both: Promise.all([deletion, booking]) };
    });

    expect(await answers.both).toMatchObject([{ status: 204 }, { status: 200 }]);
    expect(await readOpen(userId)).toEqual({ due: 0, free: 0, writtenOff: 500 });
  });

  it('two lines that return one payment of a deleted client reverse it once', async () => {
    const { userId, paymentId } = await addDeleted(510);
    const [one, two] = [await addReturned(510), await addReturned(510)];

    const answers = await Promise.all(
      [one, two].map((lineId) => lines.book(lineId, { reverses: paymentId })),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await readEntries(userId)).map(({ kind }) => kind)).toEqual(['reversal', 'write-off']);
  });
});

// The last one, because it takes rows of lines that are not as old.
it('the eight years of the closed account run from its return, and the lines that propose it do not hold it', async () => {
  const { userId, paymentId } = await addDeleted(119);
  await lines.book(await addReturned(119), { reverses: paymentId });
  const open = await addReturned(119);
  await portal.connection
    .insert(bankProposals)
    .values({ line_id: open, place: 1, user_id: userId, payment_id: paymentId, reasons: ['Paid'] });
  const purgeBefore = async (day: string) => {
    await portal.connection.execute(sql`select purge_retained_ledger(${day}::date)`);

    return (await readLedger(portal, userId)).entries.length;
  };

  expect(await purgeBefore(TODAY)).toBeGreaterThan(0);
  expect(await purgeBefore(dayFromToday(1))).toBe(0);
});
