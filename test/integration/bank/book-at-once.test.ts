import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { addLine, lineCalls, readLineRows } from '#test/support/bank/line-calls.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { WRONG_LEDGERS } from '#test/support/database/watch-ledger.ts';
import { meetAtLock } from '#test/support/ledger/meet-at-lock.ts';
import { moneyCalls, readLedger } from '#test/support/ledger/money-calls.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { countBlockedStatements } from '#test/support/portal/blocked-statements.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

let money: ReturnType<typeof moneyCalls>;
let lines: ReturnType<typeof lineCalls>;
let other: ReturnType<typeof lineCalls>;
beforeAll(async () => {
  money = moneyCalls(portal, admin);
  lines = lineCalls(portal, admin);
  other = lineCalls(portal, await addCaller(portal, 'admin'));
});

const part = (userId: number, amount = 100) => ({ userId, amount });
const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });

/** Sends requests while the line is locked, so that all of them wait at its lock, and then lets them run. */
const meetAtLine = async <T>(lineId: number, send: () => Promise<T>[]): Promise<T[]> => {
  const meeting = await connectAsOwner().transaction(async (holder) => {
    await holder.execute(sql`select from bank_lines where id = ${lineId} for update`);
    const sent = send();
    await expect.poll(() => countBlockedStatements(portal)).toBe(sent.length);

    return { answers: Promise.all(sent) };
  });

  return meeting.answers;
};

describe('two administrators at once', () => {
  it('book one line for different clients: one books it, the other gets 409 with the line as it is', async () => {
    const [one, two] = [await addUser(portal, {}), await addUser(portal, {})];
    const lineId = await addLine(portal);

    const answers = await meetAtLine(lineId, () => [
      lines.book(lineId, { parts: [part(one)] }),
      other.book(lineId, { parts: [part(two)] }),
    ]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.current).toMatchObject({
      id: lineId,
      state: 'booked',
    });
    const entries = await Promise.all([one, two].map((userId) => readLedger(portal, userId)));
    expect(entries.flatMap((ledger) => ledger.entries)).toHaveLength(1);
  });

  it('join one payment with two lines: one line gets it, the other is refused', async () => {
    const userId = await addUser(portal, {});
    const { body: payment } = await money.pay(userId);
    const [one, two] = [await addLine(portal), await addLine(portal)];

    const answers = await meetAtLock(userId, () => [
      lines.book(one, { paymentIds: [payment.id] }),
      other.book(two, { paymentIds: [payment.id] }),
    ]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  it('reverse a payment and join it: one of both happens', async () => {
    const userId = await addUser(portal, {});
    const { body: payment } = await money.pay(userId);
    const lineId = await addLine(portal);

    const [joined, reversed] = await meetAtLock(userId, () => [
      lines.book(lineId, { paymentIds: [payment.id] }),
      money.reverse(payment.id),
    ]);

    expect([
      [200, 409],
      [422, 201],
    ]).toContainEqual([joined?.status, reversed?.status]);
  });

  it('open one line again: its payment is reversed once', async () => {
    const userId = await addUser(portal, {});
    const lineId = await addLine(portal);
    await lines.book(lineId, { parts: [part(userId)] });

    const answers = await meetAtLock(userId, () => [
      lines.reopen(lineId, { reason: 'Wrong client' }),
      other.reopen(lineId, { reason: 'Wrong client' }),
    ]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await readLedger(portal, userId)).entries.map(({ kind }) => kind)).toEqual([
      'payment',
      'reversal',
    ]);
    expect((await readLineRows(portal, lineId)).bookings).toMatchObject([{ hasEnded: true }]);
  });
});

it('40 bookings, reopenings and new invoices of the same clients at once leave every ledger right', async () => {
  const clients = await Promise.all(Array.from({ length: 4 }, () => addUser(portal, {})));
  const pick = (index: number) => clients[index % clients.length] ?? 0;
  await Promise.all(clients.map((userId) => money.issue(userId, 250)));
  const lineIds = await Promise.all(Array.from({ length: 40 }, () => addLine(portal)));
  // Neighbours name two clients in opposite orders.
  const partsOf = (index: number) => {
    const parts = [part(pick(index), 60), part(pick(index + 1), 40)];

    return index % 2 === 0 ? parts : parts.toReversed();
  };

  const answers = await Promise.all(
    lineIds.flatMap((lineId, index) => [
      lines.book(lineId, { parts: partsOf(index) }, newKey()),
      ...(index % 10 === 0 ? [money.issue(pick(index), 30)] : []),
    ]),
  );
  const reopened = await Promise.all(
    lineIds.slice(0, 10).map((lineId) => other.reopen(lineId, { reason: 'Wrong client' })),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
  expect(new Set(reopened.map(({ status }) => status))).toEqual(new Set([200]));
  const { rows } = await portal.connection.execute(sql`
    select sum(amount)::float8 as sum from ledger_entries
    where user_id = any (${`{${clients}}`}::int[]) and kind in ('payment', 'reversal')`);
  expect(rows).toEqual([{ sum: 3000 }]);
  expect((await portal.connection.execute(sql.raw(WRONG_LEDGERS))).rows).toEqual([]);
});

it('booking a line takes two calls more than a payment, and one more for each further client', async () => {
  const countCalls = async (send: () => Promise<{ status: number }>) => {
    portal.dataApi.calls.reset();
    expect((await send()).status).toBeLessThan(300);

    return portal.dataApi.calls.total;
  };
  const clients = [await addUser(portal, {}), await addUser(portal, {}), await addUser(portal, {})];
  const [userId = 0] = clients;
  const [one, three] = [await addLine(portal), await addLine(portal, { amount: '300.00' })];

  const paying = await countCalls(() => money.pay(userId, {}, newKey()));

  expect(await countCalls(() => lines.book(one, { parts: [part(userId)] }, newKey()))).toBe(paying + 2);
  expect(
    await countCalls(() => lines.book(three, { parts: clients.map((client) => part(client)) }, newKey())),
  ).toBe(paying + 2 + 2);
});
