import { desc, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import type { ListedPayment } from '#shared/contract/payments/ledger-payments.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addCaller, addUser, startSession } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

const read = (userId: number, what: string, cookie = admin.cookie) =>
  portal.call('GET', `/api/users/${userId}/${what}`, { cookie });

describe('the payments of a client', () => {
  it('payments of asked days are listed by their day at the bank, with the first and the last day', async () => {
    const userId = await addUser(portal, {});
    const account = writeAccount(portal, userId);
    for (const day of ['2025-02-04', '2025-02-05', '2025-02-07', '2025-02-08']) {
      await account.pay(day, 1_000);
    }

    const { body } = await read(userId, 'payments?from=2025-02-05&to=2025-02-07');

    expect(body.map(({ bankDate }: ListedPayment) => bankDate)).toEqual(['2025-02-07', '2025-02-05']);
  });

  it('payments are listed newest first, each with the items that it pays and what is left of it, or why it was reversed', async () => {
    const userId = await addUser(portal, { User_Debit: '-50.00', User_Date: '2025-01-10T08:00:00.000Z' });
    const account = writeAccount(portal, userId);
    const second = await account.issue('2025-02-02', 10_000, '2025-02-20');
    const first = await account.issue('2025-02-03', 10_000, '2025-02-10');
    const paymentId = await account.pay('2025-02-05', 40_000, [], { reference: 'OW1', note: 'By phone' });
    const backId = await account.pay('2025-02-06', 1_000);
    await account.reverse('2025-02-07', backId, 'Bounced');

    const { body } = await read(userId, 'payments');

    expect(body).toEqual([
      {
        id: backId,
        userId,
        kind: 'payment',
        cursor: expect.any(String),
        date: '2025-02-06',
        bankDate: '2025-02-06',
        amount: 10,
        method: 'eft',
        reference: null,
        note: null,
        allocations: [],
        unallocated: 0,
        reversedAt: '2025-02-07T08:00:00.000Z',
        reversalReason: 'Bounced',
        reversalBankDate: '2025-02-07',
        reversedBy: expect.any(String),
        lineId: null,
        writtenBy: expect.any(String),
        createdAt: '2025-02-06T08:00:00.000Z',
      },
      {
        id: paymentId,
        userId,
        kind: 'payment',
        cursor: expect.any(String),
        date: '2025-02-05',
        bankDate: '2025-02-05',
        amount: 400,
        method: 'eft',
        reference: 'OW1',
        note: 'By phone',
        allocations: [
          { kind: 'opening', invoiceId: null, invoiceNumber: null, amount: 50 },
          {
            kind: 'invoice',
            invoiceId: first,
            invoiceNumber: expect.stringMatching(/^INV-2025-/),
            amount: 100,
          },
          {
            kind: 'invoice',
            invoiceId: second,
            invoiceNumber: expect.stringMatching(/^INV-2025-/),
            amount: 100,
          },
        ],
        unallocated: 150,
        reversedAt: null,
        reversalReason: null,
        reversalBankDate: null,
        reversedBy: null,
        lineId: null,
        writtenBy: expect.any(String),
        createdAt: '2025-02-05T08:00:00.000Z',
      },
    ]);
  });

  it('name the opening balance, invoice or refund that they paid', async () => {
    const userId = await addUser(portal, {});
    const account = writeAccount(portal, userId);
    const returnedId = await account.pay('2025-02-05', 1_000);
    await account.refund('2025-02-06', 1_000);
    await account.reverse('2025-02-07', returnedId);

    const { body: recorded } = await moneyCalls(portal, admin).pay(userId, { amount: 10 });

    expect(recorded.allocations).toEqual([
      { kind: 'refund', invoiceId: null, invoiceNumber: null, amount: 10 },
    ]);
    expect((await read(userId, 'payments')).body[0].allocations).toEqual(recorded.allocations);
  });

  it('payments are listed with refunds and corrections, whose reasons the client reads, too', async () => {
    const userId = await addUser(portal, { User_Debit: '-50.00', User_Date: '2025-01-10T08:00:00.000Z' });
    const account = writeAccount(portal, userId);
    await account.pay('2025-02-05', 8_000);
    await account.refund('2025-02-06', 1_000);
    await account.correct('2025-02-06', -500);
    await account.correct('2025-02-07', 700);
    const change = {
      id: expect.any(Number),
      userId,
      cursor: expect.any(String),
      reference: null,
      allocations: [],
      unallocated: 0,
      reversedAt: null,
      reversalReason: null,
      reversalBankDate: null,
    };
    const correction = { ...change, bankDate: null, kind: 'correction', method: null, reason: 'Forgotten' };
    const refund = { ...change, bankDate: '2025-02-06', kind: 'refund', method: 'eft', reason: 'Paid twice' };
    const changes = [
      { ...correction, date: '2025-02-07', amount: 7 },
      { ...correction, date: '2025-02-06', amount: -5 },
      { ...refund, date: '2025-02-06', amount: -10 },
    ];

    const { body } = await read(userId, 'payments');
    expect(body.slice(0, 3)).toEqual(
      changes.map((listed) => ({
        ...listed,
        note: null,
        writtenBy: expect.any(String),
        createdAt: `${listed.date}T08:00:00.000Z`,
        reversedBy: null,
        lineId: null,
      })),
    );
    expect(body.slice(3)).toMatchObject([
      {
        kind: 'payment',
        amount: 80,
        allocations: [
          { kind: 'opening', amount: 48 },
          { kind: 'refund', amount: 10 },
        ],
        unallocated: 22,
      },
    ]);

    const { body: own } = await read(userId, 'payments', await startSession(portal, userId));
    expect(own.slice(0, 3)).toEqual(changes);
  });

  it('payments are listed 50 at a time, the latest date first, and from a cursor on the ones behind it', async () => {
    const userId = await addUser(portal, {});
    const { rows } = await portal.connection.execute(sql`
      insert into ledger_entries (user_id, kind, date, amount, method)
      select ${userId}::int, 'payment', '2025-02-05'::date + step % 5, step, 'eft' from generate_series(1, 52) as step
      returning id, date::text`);
    const ids = rows
      .toSorted((a, b) => (a.date === b.date ? 0 : String(a.date) < String(b.date) ? -1 : 1))
      .map(({ id }) => Number(id))
      .toReversed();

    const { body: page } = await read(userId, 'payments');
    const { body: next } = await read(userId, `payments?before=${page.at(-1).cursor}`);

    expect(page.map(({ id }: ListedPayment) => id)).toEqual(ids.slice(0, 50));
    expect(next.map(({ id }: ListedPayment) => id)).toEqual(ids.slice(50));
    expect((await read(userId, `payments?before=${next.at(-1).cursor}`)).body).toEqual([]);
  });

  it.each(['', '7', 'x', '2025-02-30.7', '0000-01-01.7', '2025-02-05.', '2025-02-05.-1', '2025-02-05.7.8'])(
    'a list of payments behind the malformed cursor %j is refused at its field',
    async (before) => {
      expect(await read(admin.userId, `payments?before=${before}`)).toMatchObject({
        status: 400,
        body: { fields: { before: 'This is not the cursor of an entry' } },
      });
    },
  );

  it("show a client their own payments without an admin's note and without who wrote them, and nobody else's", async () => {
    const { userId, cookie } = await addCaller(portal, 'client');
    const other = await addCaller(portal, 'client');
    await writeAccount(portal, userId).pay('2025-02-05', 100, [], { reference: 'OW1', note: 'By phone' });

    const { body } = await read(userId, 'payments', cookie);
    expect(body).toMatchObject([{ reference: 'OW1', amount: 1 }]);
    for (const field of ['note', 'writtenBy', 'createdAt', 'reversedBy', 'lineId']) {
      expect(body[0]).not.toHaveProperty(field);
    }

    for (const what of ['payments', 'debt']) {
      const missing = await read(999_999, what, other.cookie);
      expect(await read(userId, what, other.cookie)).toMatchObject({ status: 404, body: missing.body });
      expect(await read(999_999, what)).toMatchObject({ status: 404 });
    }
  });
});

describe('the debt of a client', () => {
  it('the debt of a client is listed in the order in which a payment pays it', async () => {
    const userId = await addUser(portal, { User_Debit: '-50.00', User_Date: '2025-02-20T08:00:00.000Z' });
    const account = writeAccount(portal, userId);
    await account.issue('2025-02-02', 10_000, '2025-02-20');
    await account.issue('2025-02-03', 20_000, '2025-02-20');
    await account.issue('2025-02-04', 30_000, '2025-02-10');

    const debt = async () => {
      const { body } = await read(userId, 'debt');

      return { ...body, items: body.items.map((item: { amountDue: number }) => item.amountDue) };
    };
    expect(await debt()).toMatchObject({ owed: 650, credit: 0, items: [300, 50, 100, 200] });
    for (const left of [[50, 100, 200], [100, 200], [200], []]) {
      const { items } = await debt();
      await account.pay('2025-03-01', items[0] * 100);
      expect((await debt()).items).toEqual(left);
    }

    await account.pay('2025-03-01', 123);
    expect(await debt()).toMatchObject({ owed: 0, credit: 1.23, items: [] });
  });

  it("a client reads their own debt, and an admin's read of it is audited", async () => {
    const userId = await addUser(portal, {});
    const cookie = await startSession(portal, userId);
    const readActions = async () => {
      const rows = await portal.connection
        .select({ action: auditLog.action })
        .from(auditLog)
        .where(eq(auditLog.record, `user ${userId}`))
        .orderBy(desc(auditLog.id));

      return rows.map(({ action }) => action);
    };

    expect(await read(userId, 'debt', cookie)).toMatchObject({
      status: 200,
      body: { owed: 0, credit: 0, takenOn: null, items: [] },
    });
    await read(userId, 'payments', cookie);
    expect(await readActions()).toEqual([]);

    await read(userId, 'debt');
    await read(userId, 'payments');
    expect(await readActions()).toEqual(['payments.list', 'payments.debt']);
  });
});
