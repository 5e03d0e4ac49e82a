import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger } from '#functions/domain/books/check-ledger.ts';
import { formatRand } from '#shared/money.ts';
import { deleteSettled } from '#test/support/ledger/delete-settled.ts';
import { dayFromToday, moneyCalls, readLedger } from '#test/support/ledger/money-calls.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const TODAY = dayFromToday(0);

let portal: TestPortal;
let admin: { userId: number; cookie: string };
let money: ReturnType<typeof moneyCalls>;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addCaller(portal, 'admin');
  money = moneyCalls(portal, admin);
});
afterAll(() => portal.stop());

/** Adds a client with a tax invoice of R 1 150, of which the rest was written off, and deletes them. */
const addRetained = async (paidCents = 0) => {
  const userId = await addUser(portal, {});
  const account = writeAccount(portal, userId);
  const invoiceId = await account.issue(dayFromToday(-40), 115_000, dayFromToday(-33));
  if (paidCents > 0) {
    await account.pay(dayFromToday(-35), paidCents);
  }
  await account.writeOff(dayFromToday(-10), invoiceId, 115_000 - paidCents);
  const { body } = await money.readInvoice(invoiceId);
  expect(await deleteSettled(portal, admin, userId)).toMatchObject({ status: 204 });

  return { userId, invoiceId, number: String(body.invoiceNumber) };
};

const recover = (body: object, headers: Record<string, string> = {}) =>
  portal.call('POST', '/api/admin/retained-invoices/recoveries', {
    cookie: admin.cookie,
    headers,
    body: { date: TODAY, amount: 1150, method: 'eft', ...body },
  });

const readItems = async (userId: number) => {
  const { rows } = await portal.connection.execute(sql`
    select kind, amount::float8, written_off::float8 as "writtenOff", due::float8, free::float8, is_retained as "isRetained"
    from ledger_items where user_id = ${userId} order by id`);

  return rows;
};

const readTotals = async (from = TODAY, to = TODAY) =>
  (await portal.call('GET', `/api/admin/ledger/totals?from=${from}&to=${to}`, admin)).body;

const countFaults = async () => {
  const { database } = await import('#local/seed/whole-database.ts');

  return checkLedger(database, new Date());
};

describe('money for an invoice of a deleted client', () => {
  it('is recorded by the number of the invoice, with a payment, a recovery with its VAT and an allocation, and leaves nothing due and no credit', async () => {
    const { userId, invoiceId, number } = await addRetained(15_000);
    const before = await readTotals();

    expect(await recover({ invoiceNumber: number, amount: 460, reference: 'Cheque 7' })).toMatchObject({
      status: 201,
      body: { invoiceNumber: number, amount: 460, stillWrittenOff: 540 },
    });

    const { rows } = await portal.connection.execute(sql`
      select entry.kind, entry.date::text, entry.bank_date::text as "bankDate", entry.amount::float8, entry.vat::float8,
        entry.vat_number as "vatNumber", entry.method, entry.written_by as "writtenBy", note.reference
      from ledger_entries as entry left join entry_notes as note on note.entry_id = entry.id
      where user_id = ${userId} and date = ${TODAY}::date order by id`);
    expect(rows).toEqual([
      {
        kind: 'payment',
        date: TODAY,
        bankDate: TODAY,
        amount: 460,
        vat: null,
        vatNumber: null,
        method: 'eft',
        writtenBy: admin.userId,
        reference: 'Cheque 7',
      },
      {
        kind: 'recovery',
        date: TODAY,
        bankDate: null,
        amount: -460,
        vat: -60,
        vatNumber: '4870261234',
        method: null,
        writtenBy: admin.userId,
        reference: null,
      },
    ]);
    expect(await readItems(userId)).toEqual([
      { kind: 'invoice', amount: -610, writtenOff: 540, due: 0, free: 0, isRetained: true },
      { kind: 'payment', amount: 150, writtenOff: 0, due: 0, free: 0, isRetained: true },
      { kind: 'payment', amount: 460, writtenOff: 0, due: 0, free: 0, isRetained: true },
    ]);
    expect((await readLedger(portal, userId)).allocations.at(-1)).toEqual({
      credit: 'payment',
      debt: 'invoice',
      invoice: invoiceId,
      date: TODAY,
      amount: 460,
      ends: false,
    });

    const after = await readTotals();
    expect(after).toMatchObject({ agrees: true, closedAccounts: 0, closing: before.closing });
    expect([after.receipts - before.receipts, after.recoveries - before.recoveries]).toEqual([-460, 460]);
    expect(await countFaults()).toEqual({ count: 0, first: [] });
  });

  it('closed accounts of a past day hold what was owed or paid then', async () => {
    const { number } = await addRetained();
    const day = dayFromToday(-20);
    const [past, now] = [await readTotals(day, day), await readTotals(TODAY, TODAY)];
    await recover({ invoiceNumber: number, date: dayFromToday(-15) });

    expect(await readTotals(day, day)).toEqual(past);
    expect(past).toMatchObject({ agrees: true });
    expect(await readTotals(dayFromToday(-12), dayFromToday(-12))).toMatchObject({ agrees: true });
    expect((await readTotals(TODAY, TODAY)).closing).toBe(now.closing);
    expect(await readTotals(TODAY, TODAY)).toMatchObject({ agrees: true, closedAccounts: 0 });
  });

  it('a payment of a day before the write-off is recovered and pays on the day of the write-off', async () => {
    const { userId, number } = await addRetained();
    await recover({ invoiceNumber: number, date: dayFromToday(-15), amount: 100 });
    const { entries, allocations } = await readLedger(portal, userId);

    expect(entries.slice(-2)).toEqual([
      { kind: 'payment', date: dayFromToday(-15), amount: 100 },
      { kind: 'recovery', date: dayFromToday(-10), amount: -100 },
    ]);
    expect(allocations.at(-1)).toMatchObject({ date: dayFromToday(-10), amount: 100 });
  });

  it('the number is found as people type it, and the parts of several payments make up the VAT of the write-off', async () => {
    const { userId, number } = await addRetained();
    const [, year, serial] = number.split('-');
    for (const amount of [0.05, 383.28, 766.67]) {
      expect(await recover({ invoiceNumber: `inv ${year} ${Number(serial)}`, amount })).toMatchObject({
        status: 201,
      });
    }
    const { rows } = await portal.connection.execute(sql`
      select sum(vat)::float8 as vat, sum(amount)::float8 as amount from ledger_entries
      where user_id = ${userId} and kind = 'recovery'`);

    expect(rows).toEqual([{ vat: -150, amount: -1150 }]);
    expect(await readItems(userId)).toContainEqual(
      expect.objectContaining({ kind: 'invoice', writtenOff: 0, due: 0 }),
    );
  });

  it('is recorded once with a key, and audited with the amount and without the client', async () => {
    const { userId, number } = await addRetained();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const [first, again] = [
      await recover({ invoiceNumber: number, amount: 10 }, key),
      await recover({ invoiceNumber: number, amount: 10 }, key),
    ];
    const { rows } = await portal.connection.execute(sql`
      select actor_id as "actorId", record, (changes ->> 'amount')::float8 as amount from audit_log
      where action = 'payments.recover-retained' order by id desc limit 1`);

    expect(again).toMatchObject({ status: first.status, body: first.body });
    expect((await readLedger(portal, userId)).entries.filter(({ kind }) => kind === 'payment')).toHaveLength(
      1,
    );
    expect(rows).toEqual([
      {
        actorId: admin.userId,
        record: `invoice ${number} of user ${userId}`,
        amount: -10,
      },
    ]);
  });

  it('more than is written off is refused at the amount, which names the most, and nothing is written', async () => {
    const { userId, number } = await addRetained(15_000);
    const before = await readLedger(portal, userId);
    const sentence = `Only ${formatRand(100_000)} of ${number} is written off.`;

    expect(await recover({ invoiceNumber: number, amount: 1000.01 })).toMatchObject({
      status: 422,
      body: { message: sentence, fields: { amount: sentence } },
    });
    expect(await readLedger(portal, userId)).toEqual(before);

    await recover({ invoiceNumber: number, amount: 1000 });
    expect(await recover({ invoiceNumber: number, amount: 0.01 })).toMatchObject({
      status: 422,
      body: { fields: { amount: `Nothing of ${number} is written off.` } },
    });
  });

  it.each([
    ['tomorrow', dayFromToday(1), 'The date must not be in the future.'],
    ['more than a year ago', dayFromToday(-367), 'The date must be at most a year back.'],
  ])('a payment of %s is refused at the date', async (_, date, sentence) => {
    const { number } = await addRetained();

    expect(await recover({ invoiceNumber: number, date })).toMatchObject({
      status: 422,
      body: { fields: { date: sentence } },
    });
  });

  it('a number that no deleted client had answers 404; for the invoice of a client it says where to record the payment', async () => {
    const userId = await addUser(portal, { OWNumber: 'OW660001' });
    const { body: living } = await money.issue(userId, 100);
    const before = await readLedger(portal, userId);

    expect(await recover({ invoiceNumber: 'INV-1999-000001' })).toMatchObject({
      status: 404,
      body: { fields: { invoiceNumber: 'No deleted client had the invoice INV-1999-000001.' } },
    });
    expect(await recover({ invoiceNumber: living.invoiceNumber })).toMatchObject({
      status: 404,
      body: {
        fields: {
          invoiceNumber: `${living.invoiceNumber} is an invoice of OW660001. Record the payment in that client's account.`,
        },
      },
    });
    expect(await readLedger(portal, userId)).toEqual(before);
  });

  it('two administrators who record more than is written off at the same moment: one is refused', async () => {
    const { userId, number } = await addRetained();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => recover({ invoiceNumber: number, amount: 500 })),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 422, 422, 422, 422]);
    expect(await readItems(userId)).toEqual([
      { kind: 'invoice', amount: -1000, writtenOff: 150, due: 0, free: 0, isRetained: true },
      { kind: 'payment', amount: 500, writtenOff: 0, due: 0, free: 0, isRetained: true },
      { kind: 'payment', amount: 500, writtenOff: 0, due: 0, free: 0, isRetained: true },
    ]);
    expect(await countFaults()).toEqual({ count: 0, first: [] });
  });

  it('the eight years of the closed account run from the recovery', async () => {
    const { userId, number } = await addRetained();
    await recover({ invoiceNumber: number, amount: 10 });
    const purgeBefore = async (day: string) => {
      await portal.connection.execute(sql`select purge_retained_ledger(${day}::date)`);

      return (await readItems(userId)).length;
    };

    expect(await purgeBefore(TODAY)).toBe(2);
    expect(await purgeBefore(dayFromToday(1))).toBe(0);
  });
});

describe('money for an invoice of a deleted client and closed months', () => {
  it('stands on the first open day with its bank date', async () => {
    const { userId, number } = await addRetained();
    await portal.connection.execute(sql`
      insert into book_closings (last_day, closed_at, closed_by)
      values (${dayFromToday(-5)}::date, now(), ${admin.userId}::int)`);

    expect(await recover({ invoiceNumber: number, date: dayFromToday(-9), amount: 10 })).toMatchObject({
      status: 201,
    });
    await portal.connection.execute(sql`update book_closings set opened_at = now()`);
    const { rows } = await portal.connection.execute(sql`
      select kind, date::text, bank_date::text as "bankDate" from ledger_entries
      where user_id = ${userId} order by id desc limit 2`);

    expect(rows).toEqual([
      { kind: 'recovery', date: dayFromToday(-4), bankDate: null },
      { kind: 'payment', date: dayFromToday(-4), bankDate: dayFromToday(-9) },
    ]);
  });
});
