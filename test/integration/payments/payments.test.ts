import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { dayAfter, formatDateShort, yearBefore } from '#shared/dates.ts';
import { dayFromToday, moneyCalls, readLedger } from '#test/support/ledger/money-calls.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

let money: ReturnType<typeof moneyCalls>;

beforeAll(() => {
  money = moneyCalls(portal, admin);
});

const TODAY = dayFromToday(0);

const issue = async (userId: number, amount: number): Promise<number> =>
  (await money.issue(userId, amount)).body.id;

const statusOf = async (invoiceId: number) => {
  const { body } = await money.readInvoice(invoiceId);

  return { status: body.status, amountDue: body.amountDue };
};

describe('a payment', () => {
  it('a payment pays the named invoices, then what is due the longest, and what is left is credit', async () => {
    const userId = await addUser(portal, {});
    const [first, second, third] = [
      await issue(userId, 100),
      await issue(userId, 50),
      await issue(userId, 30),
    ];

    const answer = await money.pay(userId, {
      amount: 120,
      reference: ' OW10042 ',
      note: 'Called us',
      allocations: [{ invoiceId: third, amount: 10 }],
    });

    expect(answer).toMatchObject({
      status: 201,
      body: {
        userId,
        amount: 120,
        reference: 'OW10042',
        note: 'Called us',
        unallocated: 0,
        reversedAt: null,
      },
    });
    expect(answer.body.allocations).toMatchObject([
      { invoiceId: first, amount: 100 },
      { invoiceId: second, amount: 10 },
      { invoiceId: third, amount: 10 },
    ]);
    expect((await money.listPayments(userId)).body).toMatchObject([answer.body]);
    expect(await statusOf(first)).toEqual({ status: 'paid', amountDue: 0 });
    expect(await statusOf(second)).toEqual({ status: 'pending', amountDue: 40 });
    expect(await statusOf(third)).toEqual({ status: 'pending', amountDue: 20 });

    await money.pay(userId, { amount: 100.05 });
    expect((await money.readDebt(userId)).body).toMatchObject({ owed: 0, credit: 40.05, items: [] });
    expect((await money.listPayments(userId)).body[0]).toMatchObject({ amount: 100.05, unallocated: 40.05 });
  });

  it('a payment may be named for invoices to its last cent', async () => {
    const userId = await addUser(portal, {});
    const [first, second] = [await issue(userId, 100), await issue(userId, 50)];

    const answer = await money.pay(userId, {
      amount: 120,
      allocations: [
        { invoiceId: second, amount: 50 },
        { invoiceId: first, amount: 70 },
      ],
    });

    expect(answer).toMatchObject({ status: 201, body: { amount: 120, unallocated: 0 } });
    expect(await statusOf(second)).toEqual({ status: 'paid', amountDue: 0 });
    expect(await statusOf(first)).toEqual({ status: 'pending', amountDue: 30 });
  });

  it('a payment may be dated back by a year; what it pays is dated on the later day of payment and invoice', async () => {
    const userId = await addUser(portal, {});
    await issue(userId, 100);

    const date = yearBefore(TODAY);
    expect(await money.pay(userId, { date, amount: 60 })).toMatchObject({ status: 201, body: { date } });

    expect(await readLedger(portal, userId)).toMatchObject({
      entries: [
        { kind: 'invoice', date: TODAY, amount: -100 },
        { kind: 'payment', date, amount: 60 },
      ],
      allocations: [{ date: TODAY, amount: 60 }],
    });
  });

  it('a payment is recorded once for a key that is sent twice at once, and both requests get its answer', async () => {
    const userId = await addUser(portal, {});
    const headers = { 'idempotency-key': crypto.randomUUID() };

    const answers = await Promise.all([money.pay(userId, {}, headers), money.pay(userId, {}, headers)]);

    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1].body).toEqual(answers[0].body);
    expect((await money.listPayments(userId)).body).toMatchObject([answers[0].body]);
  });

  it('a payment under a key that was used for another client or amount answers 422 and is not recorded', async () => {
    const [userId, otherId] = [await addUser(portal, {}), await addUser(portal, {})];
    const headers = { 'idempotency-key': crypto.randomUUID() };
    await money.pay(userId, {}, headers);

    expect(await money.pay(otherId, {}, headers)).toMatchObject({ status: 422 });
    expect(await money.pay(userId, { amount: 100.01 }, headers)).toMatchObject({ status: 422 });

    expect((await money.listPayments(otherId)).body).toEqual([]);
    expect((await money.listPayments(userId)).body).toHaveLength(1);
  });
});

describe('a payment that is refused', () => {
  let context: { userId: number; open: number; voided: number; foreign: number };
  beforeAll(async () => {
    const userId = await addUser(portal, {});
    const [open, voided] = [await issue(userId, 100), await issue(userId, 100)];
    await money.setStatus(voided, 'void');
    context = { userId, open, voided, foreign: await issue(await addUser(portal, {}), 100) };
  });

  const named = (...allocations: { invoiceId: number; amount: number }[]) => ({ allocations });

  it.each<[string, number, string | undefined, (of: typeof context) => object]>([
    ['an amount of 0', 400, 'amount', () => ({ amount: 0 })],
    ['a negative amount', 400, 'amount', () => ({ amount: -1 })],
    ['an amount with three decimals', 400, 'amount', () => ({ amount: 1.005 })],
    ['an amount above the limit', 400, 'amount', () => ({ amount: 10_000_000_000 })],
    ['an amount too large to calculate with', 400, 'amount', () => ({ amount: 1e308 })],
    ['an amount as text', 400, 'amount', () => ({ amount: '100' })],
    ['no amount', 400, 'amount', () => ({ amount: undefined })],
    ['no date', 400, 'date', () => ({ date: undefined })],
    ['a day that does not exist', 400, 'date', () => ({ date: '2026-02-30' })],
    ['a day of the future', 422, 'date', () => ({ date: dayFromToday(1) })],
    ['an unknown method', 400, 'method', () => ({ method: 'barter' })],
    ['a reference of 101 characters', 400, 'reference', () => ({ reference: 'x'.repeat(101) })],
    ['a note of 101 characters', 400, 'note', () => ({ note: 'x'.repeat(101) })],
    ['a named amount of 0', 400, 'allocations.0.amount', ({ open }) => named({ invoiceId: open, amount: 0 })],
    [
      '201 named invoices',
      400,
      'allocations',
      ({ open }) => named(...Array(201).fill({ invoiceId: open, amount: 0.01 })),
    ],
    ["another client's invoice", 404, undefined, ({ foreign }) => named({ invoiceId: foreign, amount: 1 })],
    ['a missing invoice', 404, undefined, () => named({ invoiceId: 2 ** 40, amount: 1 })],
    [
      'a void invoice',
      422,
      'allocations.0.invoiceId',
      ({ voided }) => named({ invoiceId: voided, amount: 1 }),
    ],
    [
      'more for an invoice than it owes',
      422,
      'allocations.0.amount',
      ({ open }) => ({ amount: 500, ...named({ invoiceId: open, amount: 100.01 }) }),
    ],
    [
      'more for the invoices than the payment',
      422,
      'allocations.0.amount',
      ({ open }) => ({ amount: 99.99, ...named({ invoiceId: open, amount: 100 }) }),
    ],
    [
      'an invoice that is named twice',
      422,
      'allocations.1.invoiceId',
      ({ open }) => named({ invoiceId: open, amount: 1 }, { invoiceId: open, amount: 1 }),
    ],
  ])(
    'a payment with %s answers %i, says it at the field, and writes nothing',
    async (_, status, field, make) => {
      const before = await readLedger(portal, context.userId);

      const answer = await money.pay(context.userId, make(context));

      expect(answer.status).toBe(status);
      expect(Object.keys(answer.body.fields ?? {})).toEqual(field === undefined ? [] : [field]);
      expect(await readLedger(portal, context.userId)).toEqual(before);
    },
  );

  it.each([
    [undefined, 'Date is required'],
    ['', 'Date is required'],
    ['2026-02-30', 'Date is not valid'],
  ])('a payment with the date %s answers: %s', async (date, sentence) => {
    expect((await money.pay(context.userId, { date })).body.fields).toEqual({ date: sentence });
  });

  it("another client's invoice and a missing one get the same answer", async () => {
    const { userId, foreign } = context;
    const name = async (invoiceId: number) =>
      (await money.pay(userId, { allocations: [{ invoiceId, amount: 1 }] })).body;

    expect(await name(foreign)).toEqual(await name(999_999));
  });

  it.each([999_999, 2 ** 40])('a payment for the missing client %i answers 404', async (userId) => {
    expect(await money.pay(userId)).toMatchObject({ status: 404, body: { message: 'User not found' } });
  });

  it('a payment that makes the balance too large to store answers 422 at the amount, and writes nothing', async () => {
    const userId = await addUser(portal, {});
    expect((await money.pay(userId, { amount: 9_999_999_999.99 })).status).toBe(201);

    const answer = await money.pay(userId, { amount: 0.01 });

    expect(answer).toMatchObject({
      status: 422,
      body: { fields: { amount: 'The balance of this client would be too large.' } },
    });
    expect((await readLedger(portal, userId)).entries).toHaveLength(1);
  });
});

describe('the day of a payment', () => {
  const refuses = async (userId: number, body: object) => {
    const before = await readLedger(portal, userId);
    const { status, body: answer } = await money.pay(userId, body);
    expect(await readLedger(portal, userId)).toEqual(before);

    return { status, fields: answer.fields };
  };
  const TOO_OLD = dayAfter(new Date(yearBefore(TODAY)), -1);

  it('the day of a payment is a year back at most, unless it is that of the reversed payment whose place it takes', async () => {
    const userId = await addUser(portal, { User_Date: '2020-01-01T08:00:00Z', User_Debit: '-5.00' });
    const oldId = await writeAccount(portal, userId).pay('2023-01-05', 1_000);
    const tooOld = { status: 422, fields: { date: 'The date must be at most a year back.' } };

    expect(await refuses(userId, { date: TOO_OLD })).toEqual(tooOld);
    await money.reverse(oldId);
    expect(await refuses(userId, { date: '2023-01-05' })).toEqual(tooOld);
    expect(await refuses(userId, { date: '2023-01-06', replaces: oldId })).toEqual(tooOld);
    const again = await money.pay(userId, { date: '2023-01-05', replaces: oldId });

    expect(again).toMatchObject({ status: 201, body: { date: '2023-01-05' } });
    expect((await readLedger(portal, userId)).entries.at(-1)).toEqual({
      kind: 'payment',
      date: '2023-01-05',
      amount: 100,
    });
    const [row] = await portal.connection
      .select({ changes: auditLog.changes })
      .from(auditLog)
      .where(eq(auditLog.record, `payment ${again.body.id} of user ${userId}`));
    expect(row).toEqual({ changes: { amount: 100, replaces: oldId } });
  });

  it('the day of a payment is not before that of an imported balance, unless it is that of the reversed payment', async () => {
    const day = dayFromToday(-20);
    const userId = await addUser(portal, { User_Date: `${day}T08:00:00Z`, User_Debit: '-5.00' });
    const oldId = await writeAccount(portal, userId).pay(dayFromToday(-21), 1_000);
    await money.reverse(oldId);

    expect(await refuses(userId, { date: dayFromToday(-21) })).toEqual({
      status: 422,
      fields: {
        date: `The date must not be before ${formatDateShort(day)}, the day of the imported balance.`,
      },
    });
    expect(await money.pay(userId, { date: day })).toMatchObject({ status: 201 });
    expect(await money.pay(userId, { date: dayFromToday(-21), replaces: oldId })).toMatchObject({
      status: 201,
    });
  });

  it('a reversed payment is recorded again once, and the payment in its place again once it is reversed, too', async () => {
    const userId = await addUser(portal, {});
    const { body: first } = await money.pay(userId);
    await money.reverse(first.id);
    const { body: second } = await money.pay(userId, { replaces: first.id });
    const before = await readLedger(portal, userId);

    expect(await money.pay(userId, { replaces: first.id })).toMatchObject({
      status: 409,
      body: { message: 'This payment was recorded again already.' },
    });
    expect(await readLedger(portal, userId)).toEqual(before);
    await money.reverse(second.id);
    expect((await money.pay(userId, { replaces: first.id })).status).toBe(409);
    expect((await money.pay(userId, { replaces: second.id })).status).toBe(201);
  });

  it('a payment in the place of another is refused at that field unless the other is a reversed one of the client', async () => {
    const [userId, otherId] = [await addUser(portal, {}), await addUser(portal, {})];
    const foreignId = await writeAccount(portal, otherId).pay(dayFromToday(-3), 1_000);
    await money.reverse(foreignId);
    const { body: standing } = await money.pay(userId);
    const { body: invoice } = await money.issue(userId, 10);
    const refusal = { status: 422, fields: { replaces: 'This client has no such reversed payment.' } };

    for (const replaces of [foreignId, standing.id, invoice.id, 2 ** 40]) {
      expect(await refuses(userId, { replaces })).toEqual(refusal);
    }
    expect((await money.pay(userId, { replaces: 0 })).status).toBe(400);
  });
});

describe('a payment that is reversed', () => {
  it('a reversed payment is shown with its reason, and its invoice is owed again', async () => {
    const userId = await addUser(portal, {});
    const invoice = await issue(userId, 80);
    const { body: paid } = await money.pay(userId, { date: dayFromToday(-30) });
    expect(await statusOf(invoice)).toEqual({ status: 'paid', amountDue: 0 });

    const answer = await money.reverse(paid.id);

    expect(answer).toMatchObject({
      status: 201,
      body: { id: paid.id, allocations: [], unallocated: 0, reversalReason: 'The bank returned it' },
    });
    expect((await money.listPayments(userId)).body).toMatchObject([answer.body]);
    expect(await statusOf(invoice)).toEqual({ status: 'pending', amountDue: 80 });
    expect((await money.readDebt(userId)).body).toMatchObject({ owed: 80, credit: 0 });
    expect(await readLedger(portal, userId)).toMatchObject({
      entries: [{}, {}, { kind: 'reversal', date: TODAY, amount: -100 }],
      allocations: [
        { amount: 80, ends: false },
        { amount: -80, ends: true, date: TODAY },
      ],
    });
  });

  it('the invoice of a reversed payment stays paid if other credit of the account covers it', async () => {
    const userId = await addUser(portal, {});
    const { body: first } = await money.pay(userId);
    await money.pay(userId);
    const invoice = await issue(userId, 100);

    await money.reverse(first.id);

    expect(await statusOf(invoice)).toEqual({ status: 'paid', amountDue: 0 });
    expect((await money.readDebt(userId)).body).toMatchObject({ owed: 0, credit: 0, items: [] });
  });

  it('a payment is reversed once: a second time answers 409 and writes nothing', async () => {
    const userId = await addUser(portal, {});
    const { body: paid } = await money.pay(userId);
    await money.reverse(paid.id);
    const before = await readLedger(portal, userId);

    expect(await money.reverse(paid.id)).toMatchObject({
      status: 409,
      body: { message: 'This payment is reversed already.' },
    });
    expect(await readLedger(portal, userId)).toEqual(before);
  });

  it.each([{}, { reason: '  ' }, { reason: 'x'.repeat(256) }])(
    'a reversal needs a reason: %j answers 400',
    async (body) => {
      const { body: paid } = await money.pay(await addUser(portal, {}));

      expect(await money.reverse(paid.id, body)).toMatchObject({
        status: 400,
        body: { fields: { reason: expect.any(String) } },
      });
    },
  );

  it('a reversal needs a payment: the entry of an invoice and a missing one answer the same 404', async () => {
    const userId = await addUser(portal, {});
    await issue(userId, 100);
    const { rows } = await portal.connection.execute(
      sql`select id from ledger_entries where user_id = ${userId}`,
    );
    const [ofInvoice, missing] = [await money.reverse(Number(rows[0]?.id)), await money.reverse(2 ** 40)];

    expect(ofInvoice).toMatchObject({ status: 404, body: { message: 'Payment not found' } });
    expect(missing.body).toEqual(ofInvoice.body);
  });

  it('a payment is not reversed if without it the client would owe more than can be stored', async () => {
    const userId = await addUser(portal, {});
    await issue(userId, 9_999_999_999.99);
    const { body: paid } = await money.pay(userId, { amount: 1 });
    await issue(userId, 1);

    expect(await money.reverse(paid.id)).toMatchObject({ status: 409 });
    expect((await money.listPayments(userId)).body).toMatchObject([{ reversedAt: null }]);
  });
});
