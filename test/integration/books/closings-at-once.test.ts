import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { monthAfter } from '#shared/dates.ts';
import { closingCalls } from '#test/support/closings/closing-calls.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { countBlockedStatements } from '#test/support/portal/blocked-statements.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let books: ReturnType<typeof closingCalls>;
let money: ReturnType<typeof moneyCalls>;
let admin: Awaited<ReturnType<typeof addCaller>>;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addCaller(portal, 'admin');
  books = closingCalls(portal, admin);
  money = moneyCalls(portal, admin);
  await writeAccount(portal, await addUser(portal, {})).pay('2023-01-10', 100);
});
afterAll(() => portal.stop());
beforeEach(() => connectAsOwner().execute(sql`truncate book_closings, closing_debtors`));
afterEach(() => {
  vi.useRealTimers();
});

/** Runs something while another transaction has written money of an account and does not end. */
const whileOneWrites = <T>(userId: number, run: () => Promise<T>): Promise<T> =>
  connectAsOwner().transaction(async (db) => {
    await db.execute(sql`
      insert into ledger_entries (user_id, kind, date, amount) values (${userId}, 'payment', ${dayFromToday(0)}::date, 1)`);

    return run();
  });

const readEntries = async (userId: number) => {
  const { rows } = await portal.connection.execute(sql`
    select kind, date::text, bank_date::text as "bankDate" from ledger_entries where user_id = ${userId} order by id`);

  return rows;
};

const timed = async <T extends object>(run: () => Promise<T>): Promise<T & { ms: number }> => {
  const start = performance.now();

  return { ...(await run()), ms: performance.now() - start };
};

describe('a closing beside writers of money', () => {
  it('gives up and says so while a writer hangs, and no other writer waits two seconds for it', async () => {
    const hanging = await addUser(portal, {});
    const [closing, ...payments] = await whileOneWrites(hanging, async () => {
      const closed = books.close('2023-03');
      await expect.poll(() => countBlockedStatements(portal)).toBeGreaterThan(0);
      const paid = [];
      let isOver = false;
      void closed.then(() => {
        isOver = true;
      });
      while (!isOver) {
        const userId = await addUser(portal, {});
        paid.push(await timed(() => money.pay(userId)));
      }

      return [await closed, ...paid] as const;
    });

    expect(closing).toMatchObject({
      status: 503,
      body: {
        code: 'unavailable',
        message: 'Somebody is still writing to the books. Nothing was changed. Please try again.',
      },
    });
    expect(payments.length).toBeGreaterThan(1);
    for (const { status, ms } of payments) {
      expect(status).toBe(201);
      expect(ms).toBeLessThan(2_000);
    }
    expect((await books.list()).body).toEqual([]);
    expect((await books.close('2023-03')).status).toBe(201);
  });

  it('waits for a writer who is about to end, and then closes the month', async () => {
    const userId = await addUser(portal, {});
    const closed = await whileOneWrites(userId, async () => {
      const sent = books.close('2023-03');
      await expect.poll(() => countBlockedStatements(portal)).toBe(1);

      return { sent };
    });

    expect((await closed.sent).status).toBe(201);
  });

  it('of 24 payments of its month at the same second each stands on an open day', async () => {
    const month = monthAfter(new Date(), -1);
    const days = [`${month}-05`, `${monthAfter(new Date(), 0)}-01`];
    const [from] = days;
    const userIds = await Promise.all(Array.from({ length: 24 }, () => addUser(portal, {})));
    const pay = (userId: number) => money.pay(userId, { date: from });

    const sent = userIds.slice(0, 12).map(pay);
    await Promise.race(sent);
    const closing = books.close(month);
    sent.push(...userIds.slice(12).map(pay));
    const answers = await Promise.all(sent);

    expect((await closing).status).toBe(201);
    const { rows } = await portal.connection.execute(sql`
      select sum(amount)::float8 as received from ledger_entries where kind = 'payment' and date = ${from}::date`);
    expect((await closing).body.totals.receipts).toBe(-Number(rows[0]?.received));
    for (const [index, { status, body }] of answers.entries()) {
      expect(status).toBe(201);
      expect(days).toContain(body.date);
      expect(await readEntries(userIds[index] ?? 0)).toEqual([
        { kind: 'payment', date: body.date, bankDate: from },
      ]);
    }
  });

  it('a payment that meets a closing of its month which is about to end stands on the first open day', async () => {
    const month = monthAfter(new Date(), -1);
    const userId = await addUser(portal, {});
    const { sent } = await connectAsOwner().transaction(async (db) => {
      await db.execute(sql`select pg_advisory_xact_lock(70)::text`);
      const paid = money.pay(userId, { date: `${month}-05` });
      await expect.poll(() => countBlockedStatements(portal)).toBe(1);
      await db.execute(sql`
        insert into book_closings (last_day, closed_at, closed_by)
        values (${`${monthAfter(new Date(), 0)}-01`}::date - 1, now(), 1)`);

      return { sent: paid };
    });

    expect(await sent).toMatchObject({
      status: 201,
      body: { date: `${monthAfter(new Date(), 0)}-01`, bankDate: `${month}-05` },
    });
    expect(await readEntries(userId)).toMatchObject([{ date: `${monthAfter(new Date(), 0)}-01` }]);
  });
});

describe('a write of today that waited past the closing of its month', () => {
  it.each([
    ['an invoice', (userId: number, headers: object) => issue(userId, headers)],
    ['a refund', (userId: number, headers: object) => refund(userId, headers)],
  ])('%s answers 409 in words and writes nothing; repeated with its key it succeeds', async (_, write) => {
    const userId = await addUser(portal, {});
    await money.pay(userId);
    const before = await readEntries(userId);
    const key = { 'idempotency-key': crypto.randomUUID() };
    const clockAt = (now: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });

    clockAt('2026-10-31T21:59:59Z');
    const { waited, closed } = await connectAsOwner().transaction(async (holder) => {
      await holder.execute(sql`select from users where "User_Id" = ${userId} for update`);
      const sent = write(userId, key);
      await expect.poll(() => countBlockedStatements(portal)).toBe(1);
      clockAt('2026-10-31T22:00:01Z');

      return { waited: { answer: sent }, closed: await books.close('2026-10') };
    });

    expect(closed.status).toBe(201);
    expect(await waited.answer).toMatchObject({
      status: 409,
      body: { code: 'month_closed', message: 'This month has been closed meanwhile. Please try again.' },
    });
    expect(await readEntries(userId)).toEqual(before);
    expect((await write(userId, key)).status).toBe(201);
    expect((await write(userId, key)).status).toBe(201);
    expect((await readEntries(userId)).slice(before.length)).toMatchObject([{ date: '2026-11-01' }]);
  });

  const issue = (userId: number, headers: object) =>
    portal.call('POST', '/api/invoices', {
      cookie: admin.cookie,
      headers: { ...headers },
      body: { userId, lineItems: [{ description: 'Data', amount: 10 }] },
    });
  const refund = (userId: number, headers: object) =>
    portal.call('POST', `/api/admin/users/${userId}/refunds`, {
      cookie: admin.cookie,
      headers: { ...headers },
      body: { amount: 10, method: 'eft', reason: 'Paid twice' },
    });
});
