import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addLine, lineCalls, readLineRows } from '#test/support/bank/line-calls.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { dayFromToday, moneyCalls, readLedger } from '#test/support/ledger/money-calls.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let money: ReturnType<typeof moneyCalls>;
let lines: ReturnType<typeof lineCalls>;
beforeAll(async () => {
  portal = await startTestPortal();
  const admin = await addCaller(portal, 'admin');
  money = moneyCalls(portal, admin);
  lines = lineCalls(portal, admin);
});
afterAll(() => portal.stop());

const failOn = async (table: string, event: 'insert' | 'update') => {
  const owner = connectAsOwner();
  await owner.execute(
    sql.raw(`
      create or replace function cut_off() returns trigger language plpgsql as $$
      begin raise exception 'cut off'; end $$`),
  );
  await owner.execute(
    sql.raw(`create trigger zz_cut_off before ${event} on ${table} for each row execute function cut_off()`),
  );

  return () => owner.execute(sql.raw(`drop trigger zz_cut_off on ${table}`));
};

it('a booking that ends in the middle leaves nothing, and the same request books the line once', async () => {
  const [one, two] = [await addUser(portal, {}), await addUser(portal, {})];
  const lineId = await addLine(portal);
  await lines.book(lineId, { unidentified: true });
  const order = {
    parts: [
      { userId: one, amount: 60 },
      { userId: two, amount: 40 },
    ],
  };
  const key = { 'idempotency-key': crypto.randomUUID() };
  const heal = await failOn('bank_bookings', 'insert');

  expect(await lines.book(lineId, order, key)).toMatchObject({ status: 500 });
  expect((await readLedger(portal, one)).entries).toEqual([]);
  expect(await readLineRows(portal, lineId)).toMatchObject({ bookings: [], receipts: [{ kind: 'in' }] });

  await heal();
  expect(await lines.book(lineId, order, key)).toMatchObject({ status: 200, body: { state: 'booked' } });
  expect(await lines.book(lineId, order, key)).toMatchObject({ status: 200, body: { state: 'booked' } });
  expect((await readLedger(portal, two)).entries).toHaveLength(1);
  expect(await readLineRows(portal, lineId)).toMatchObject({
    bookings: [{ kind: 'payment' }, { kind: 'payment' }],
    receipts: [{ kind: 'in' }, { kind: 'moved' }],
  });
});

it('a line that is opened again and a payment that is moved are done in full or not at all', async () => {
  const [one, two] = [await addUser(portal, {}), await addUser(portal, {})];
  const lineId = await addLine(portal);
  await lines.book(lineId, { parts: [{ userId: one, amount: 100 }] });
  const { body: typed } = await money.pay(one);
  const healLines = await failOn('bank_lines', 'update');
  expect(await lines.reopen(lineId, { reason: 'Wrong client' })).toMatchObject({ status: 500 });
  await healLines();
  const healEntries = await failOn('activities', 'insert');
  expect(await lines.move(typed.id, { userId: two, reason: 'Wrong client' })).toMatchObject({ status: 500 });
  await healEntries();

  expect((await money.listPayments(one)).body).toMatchObject([{ reversedAt: null }, { reversedAt: null }]);
  expect(await readLineRows(portal, lineId)).toMatchObject({ bookings: [{ hasEnded: false }] });
});

it('a line of a closed month keeps its day at the bank, and its payment and receipts stand on the first open day', async () => {
  const userId = await addUser(portal, {});
  const day = dayFromToday(-3);
  const closed = dayFromToday(-2);
  const firstOpen = dayFromToday(-1);
  await portal.connection.execute(sql`
    insert into book_closings (last_day, closed_at, closed_by) values (${closed}::date, now(), 1)`);
  const lineId = await addLine(portal, { date: day });

  await lines.book(lineId, { unidentified: true });
  await lines.book(lineId, { parts: [{ userId, amount: 100 }] });

  expect((await money.listPayments(userId)).body).toMatchObject([{ date: firstOpen, bankDate: day }]);
  expect((await readLineRows(portal, lineId)).receipts).toEqual([
    { kind: 'in', amount: 100, date: firstOpen, bankDate: day },
    { kind: 'moved', amount: -100, date: firstOpen, bankDate: day },
  ]);
});

it('what bears the day of today is refused once that day is closed, and changes nothing', async () => {
  const userId = await addUser(portal, {});
  const lineId = await addLine(portal);
  await lines.book(lineId, { parts: [{ userId, amount: 100 }] });
  await portal.connection.execute(sql`
    insert into book_closings (last_day, closed_at, closed_by) values (${dayFromToday(0)}::date, now(), 1)`);

  expect(await lines.reopen(lineId, { reason: 'Wrong client' })).toMatchObject({
    status: 409,
    body: { code: 'month_closed' },
  });
  expect((await money.listPayments(userId)).body).toMatchObject([{ reversedAt: null, lineId }]);
});
