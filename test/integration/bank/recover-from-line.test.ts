import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBankMatchStore } from '#functions/adapters/database/bank/sql-bank-match-store.ts';
import { matchLines } from '#functions/domain/bank/match-lines.ts';
import type { BankForecast } from '#shared/contract/bank/bank-lines.ts';
import { addLine, lineCalls } from '#test/support/bank/line-calls.ts';
import { addCertainLines, bookCertain, readBooked, runBookings } from '#test/support/bank/order-lines.ts';
import { deleteSettled } from '#test/support/ledger/delete-settled.ts';
import { addOpening, dayFromToday, moneyCalls, readLedger } from '#test/support/ledger/money-calls.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const TODAY = dayFromToday(0);

let portal: TestPortal;
let admin: { userId: number; cookie: string };
let money: ReturnType<typeof moneyCalls>;
let lines: ReturnType<typeof lineCalls>;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addCaller(portal, 'admin');
  money = moneyCalls(portal, admin);
  lines = lineCalls(portal, admin);
});
afterAll(() => portal.stop());

/** Adds a tax invoice of an account, of which an amount is written off. */
const addWrittenOff = async (userId: number, amount: number, writtenOff = amount) => {
  const invoiceId = await writeAccount(portal, userId).issue(
    dayFromToday(-40),
    amount * 100,
    dayFromToday(-33),
  );
  expect(await money.writeOff(invoiceId, { amount: writtenOff })).toMatchObject({ status: 201 });
  const { body } = await money.readInvoice(invoiceId);

  return { invoiceId, number: String(body.invoiceNumber) };
};

const match = async (description: string, amount: number) => {
  const [found] = await matchLines(
    { bankMatches: makeBankMatchStore(portal.connection) },
    [
      {
        date: TODAY,
        description,
        reference: null,
        amountCents: amount * 100,
        hasBalance: true,
        seenInFileOf: null,
      },
    ],
    TODAY,
  );

  return found;
};

const addQuoting = (amount: number, ...numbers: string[]) =>
  addLine(portal, { amount: amount.toFixed(2), description: `EFT ${numbers.join(' ')}` });

const forecast = async (lineId: number, userId: number): Promise<BankForecast> => {
  const { body } = await portal.call(
    'GET',
    `/api/admin/bank-lines/${lineId}/forecast?userId=${userId}`,
    admin,
  );

  return body as BankForecast;
};

/** Books a line as Enter in the review does: with the invoices of which its forecast recovers something. */
const bookAsForecast = async (lineId: number, userId: number, amount: number) => {
  const { allocations } = await forecast(lineId, userId);
  const named = allocations
    .filter(({ recovered }) => recovered > 0)
    .map(({ invoiceId, amount: part }) => ({ invoiceId, amount: part }));

  return lines.book(lineId, { parts: [{ userId, amount, allocations: named }] });
};

const readVat = async (userId: number) => {
  const { rows } = await portal.connection.execute(sql`
    select kind, amount::float8, vat::float8, date::text from ledger_entries
    where user_id = ${userId} and kind in ('write-off', 'recovery') order by id`);

  return rows;
};

describe('a line that quotes a written-off invoice', () => {
  it('is likely and says so, however much else agrees', async () => {
    const userId = await addUser(portal, { OWNumber: 'OW661001' });
    const { number } = await addWrittenOff(userId, 345.67);
    await money.issue(userId, 100);

    expect(await match(`EFT OW661001 ${number}`, 100)).toMatchObject({
      state: 'likely',
      proposals: [
        {
          userId,
          reasons: ['OW number OW661001', `Invoice ${number}: Written off`, 'Amount is all that is due'],
        },
      ],
    });
  });

  it('of which only a part is written off is not certain either, and is once that is undone', async () => {
    const userId = await addUser(portal, {});
    const { invoiceId, number } = await addWrittenOff(userId, 300, 100);

    expect(await match(`EFT ${number}`, 200)).toMatchObject({ state: 'likely' });
    await money.undoWriteOff(invoiceId);
    expect(await match(`EFT ${number}`, 300)).toMatchObject({
      state: 'certain',
      proposals: [{ reasons: [`Invoice ${number}`, 'Amount is all that is due'] }],
    });
  });

  it('of a deleted client is not certain for the client whose number it names', async () => {
    const [userId, gone] = [await addUser(portal, { OWNumber: 'OW661003' }), await addUser(portal, {})];
    await money.issue(userId, 222);
    const { number } = await addWrittenOff(gone, 222);
    expect(await deleteSettled(portal, admin, gone)).toMatchObject({ status: 204 });

    expect(await match('EFT OW661003', 222)).toMatchObject({ state: 'certain' });
    expect(await match(`EFT OW661003 ${number}`, 222)).toMatchObject({ state: 'likely' });
  });

  it('forecasts what it recovers, is booked so with its VAT, and leaves neither credit nor debt', async () => {
    const userId = await addUser(portal, {});
    const { invoiceId, number } = await addWrittenOff(userId, 345);
    const lineId = await addQuoting(345, number);

    expect(await forecast(lineId, userId)).toEqual({
      userId,
      allocations: [{ kind: 'invoice', invoiceId, invoiceNumber: number, amount: 345, recovered: 345 }],
      unallocated: 0,
      due: 0,
      dueAfter: 0,
      reverses: [],
    });
    expect(await bookAsForecast(lineId, userId, 345)).toMatchObject({ status: 200 });

    expect((await money.readDebt(userId)).body).toMatchObject({ owed: 0, credit: 0 });
    expect((await money.readInvoice(invoiceId)).body).toMatchObject({
      status: 'paid',
      amountDue: 0,
      writtenOff: 0,
    });
    expect(await readVat(userId)).toEqual([
      { kind: 'write-off', amount: 345, vat: 45, date: TODAY },
      { kind: 'recovery', amount: -345, vat: -45, date: TODAY },
    ]);
  });

  it('pays what is due of it first, then recovers, and what is more pays the oldest debt and becomes credit', async () => {
    const userId = await addUser(portal, {});
    const { invoiceId, number } = await addWrittenOff(userId, 300, 200);
    const { body: later } = await money.issue(userId, 50);
    const lineId = await addQuoting(370, number);

    expect(await forecast(lineId, userId)).toMatchObject({
      allocations: [
        { invoiceId, amount: 300, recovered: 200 },
        { invoiceId: later.id, amount: 50, recovered: 0 },
      ],
      unallocated: 20,
      due: 150,
      dueAfter: 0,
    });
    await bookAsForecast(lineId, userId, 370);

    expect((await money.readDebt(userId)).body).toMatchObject({ owed: 0, credit: 20 });
    expect((await money.listPayments(userId)).body[0]).toMatchObject({
      allocations: [
        { invoiceId, amount: 300 },
        { invoiceId: later.id, amount: 50 },
      ],
    });
  });

  it('that is less than is due and written off recovers a part, and the rest stays written off', async () => {
    const userId = await addUser(portal, {});
    const { invoiceId, number } = await addWrittenOff(userId, 300, 200);
    const lineId = await addQuoting(150, number);

    expect(await forecast(lineId, userId)).toMatchObject({
      allocations: [{ invoiceId, amount: 150, recovered: 50 }],
      dueAfter: 0,
    });
    await bookAsForecast(lineId, userId, 150);

    expect((await money.readInvoice(invoiceId)).body).toMatchObject({ amountDue: 0, writtenOff: 150 });
  });

  it('with others pays what is due of all of them first, and then recovers each in the order of their age', async () => {
    const userId = await addUser(portal, {});
    const { body: oldest } = await money.issue(userId, 70);
    const { invoiceId, number } = await addWrittenOff(userId, 100);
    const second = await addWrittenOff(userId, 40);
    const lineId = await addQuoting(200, second.number, number, String(oldest.invoiceNumber));

    const { allocations } = await forecast(lineId, userId);
    expect(allocations).toHaveLength(3);
    expect(allocations).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ invoiceId: oldest.id, amount: 70, recovered: 0 }),
        expect.objectContaining({ invoiceId, amount: 100, recovered: 100 }),
        expect.objectContaining({ invoiceId: second.invoiceId, amount: 30, recovered: 30 }),
      ]),
    );
    await bookAsForecast(lineId, userId, 200);

    expect((await money.readDebt(userId)).body).toMatchObject({
      owed: 0,
      credit: 0,
      items: [{ writtenOff: 10 }],
    });
  });

  it('of another client forecasts no recovery for the one who is chosen', async () => {
    const [owner, other] = [await addUser(portal, {}), await addUser(portal, {})];
    const { number } = await addWrittenOff(owner, 60);

    expect(await forecast(await addQuoting(60, number), other)).toMatchObject({
      allocations: [],
      unallocated: 60,
    });
  });

  it('that is opened again after a recovery leaves the recovery, so that the client owes the amount', async () => {
    const userId = await addUser(portal, {});
    const { invoiceId, number } = await addWrittenOff(userId, 90);
    const lineId = await addQuoting(90, number);
    await bookAsForecast(lineId, userId, 90);

    expect(await lines.reopen(lineId, { reason: 'Not his' })).toMatchObject({
      status: 200,
      body: { proposals: [{ userId, reasons: [`Invoice ${number}`, 'Amount is all that is due'] }] },
    });

    expect((await money.readInvoice(invoiceId)).body).toMatchObject({ amountDue: 90, writtenOff: 0 });
    expect((await readVat(userId)).map(({ kind }) => kind)).toEqual(['write-off', 'recovery']);
    expect(await money.writeOff(invoiceId, { amount: 90 })).toMatchObject({ status: 201 });
  });
});

it('a part of a divided line names a written-off opening balance, which is recovered without VAT', async () => {
  const [userId, other] = [await addUser(portal, {}), await addUser(portal, {})];
  await addOpening(userId, -5000);
  await money.writeOffOpening(userId, { amount: 50 });

  expect(
    await lines.book(await addLine(portal), {
      parts: [
        { userId, amount: 60, allocations: [{ invoiceId: null, amount: 50 }] },
        { userId: other, amount: 40 },
      ],
    }),
  ).toMatchObject({ status: 200 });

  expect((await money.readDebt(userId)).body).toMatchObject({ owed: 0, credit: 10, items: [] });
  expect(await readVat(userId)).toMatchObject([{ vat: null }, { kind: 'recovery', amount: -50, vat: null }]);
});

describe("'Book all' beside a write-off", () => {
  it('a line that was certain when it was ordered stays open if its invoice was written off meanwhile', async () => {
    const [userId, other] = [await addUser(portal, {}), await addUser(portal, {})];
    const { body: invoice } = await money.issue(userId, 130);
    await money.issue(other, 140);
    const { fileId, lineIds } = await addCertainLines(portal, [
      { userId, amount: '130.00', payer: String(invoice.invoiceNumber) },
      { userId: other, amount: '140.00' },
    ]);
    await bookCertain(portal, admin, fileId);
    // Something else is due, and exactly the line's amount.
    await money.writeOff(invoice.id, { amount: 130 });
    await money.issue(userId, 130);
    await runBookings(portal);

    expect(await readBooked(portal, fileId)).toMatchObject([
      { id: lineIds[0], state: 'likely', ordered_by: null, bookings: 0 },
      { id: lineIds[1], state: 'booked', bookings: 1 },
    ]);
    expect((await readLedger(portal, userId)).entries.map(({ kind }) => kind)).not.toContain('payment');
    expect(await bookAsForecast(lineIds[0] ?? 0, userId, 130)).toMatchObject({ status: 200 });
    expect((await money.readInvoice(invoice.id)).body).toMatchObject({ status: 'paid', writtenOff: 0 });
  });

  it('write-offs and bookings of one client at the same moment leave no credit beside a written-off invoice', async () => {
    const rounds = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const userId = await addUser(portal, {});
        const { body: invoice } = await money.issue(userId, 80);
        const lineId = await addQuoting(80, String(invoice.invoiceNumber));
        const [writeOff, booking] = await Promise.all([
          money.writeOff(invoice.id, { amount: 80 }),
          lines.book(lineId, {
            parts: [{ userId, amount: 80, allocations: [{ invoiceId: invoice.id, amount: 80 }] }],
          }),
        ]);

        return { writeOff, booking, debt: (await money.readDebt(userId)).body };
      }),
    );

    for (const { writeOff, booking, debt } of rounds) {
      expect([201, 409]).toContain(writeOff.status);
      expect(booking.status).toBe(200);
      expect(debt).toMatchObject({ owed: 0, credit: 0, items: [] });
    }
  });
});
