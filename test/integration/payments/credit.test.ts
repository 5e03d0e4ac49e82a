import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { ledgerEntries } from '#functions/database/schema/ledger-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { addOpening, dayFromToday, moneyCalls, readLedger } from '#test/support/ledger/money-calls.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

let money: ReturnType<typeof moneyCalls>;

beforeAll(() => {
  money = moneyCalls(portal, admin);
});

const TODAY = dayFromToday(0);

const issue = async (userId: number, amount: number): Promise<number> =>
  (await money.issue(userId, amount)).body.id;

const debtOf = async (userId: number) => {
  const { owed, credit, items } = (await money.readDebt(userId)).body;

  return {
    owed,
    credit,
    items: items.map(({ kind, amountDue }: Record<string, unknown>) => [kind, amountDue]),
  };
};

describe('a payment', () => {
  it('pays of what is equally old the opening balance first, then invoices, then refunds', async () => {
    const userId = await addUser(portal, {});
    for (const kind of ['refund', 'invoice'] as const) {
      await portal.connection
        .insert(ledgerEntries)
        // A trigger names the item after its first entry.
        .values({ item_id: sql`null`, user_id: userId, kind, date: TODAY, amount: '-100.00' });
    }
    await addOpening(userId, -10_000);
    expect((await debtOf(userId)).items).toEqual([
      ['opening', 100],
      ['invoice', 100],
      ['refund', 100],
    ]);

    await money.pay(userId, { amount: 150 });

    expect((await debtOf(userId)).items).toEqual([
      ['invoice', 50],
      ['refund', 100],
    ]);
  });
});

describe('a refund', () => {
  it('a refund takes all of the credit at most: one cent more answers 422 at the amount, and writes nothing', async () => {
    const userId = await addUser(portal, {});
    await money.pay(userId, { amount: 100 });

    expect(await money.refund(userId, { amount: 100.01 })).toMatchObject({
      status: 422,
      body: { fields: { amount: 'The client has less credit than that.' } },
    });
    expect((await readLedger(portal, userId)).entries).toHaveLength(1);

    expect(await money.refund(userId)).toMatchObject({
      status: 201,
      body: {
        userId,
        kind: 'refund',
        date: TODAY,
        amount: -100,
        method: 'eft',
        reason: 'The client asked for it',
      },
    });
    expect(await debtOf(userId)).toEqual({ owed: 0, credit: 0, items: [] });
    expect((await readLedger(portal, userId)).allocations).toMatchObject([
      { credit: 'payment', debt: 'refund', amount: 100, date: TODAY },
    ]);
  });
});

describe('a correction of the opening balance', () => {
  it('a correction for an account without an opening balance answers 409 and writes nothing', async () => {
    const userId = await addUser(portal, {});

    expect(await money.correct(userId, { amount: -1 })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('no take-on balance to adjust') },
    });
    expect((await readLedger(portal, userId)).entries).toEqual([]);
  });

  it('that was owed raises it to zero and not a cent above', async () => {
    const userId = await addUser(portal, { User_Debit: '-100.00' });
    const before = await readLedger(portal, userId);

    expect(await money.correct(userId, { amount: 100.01 })).toMatchObject({
      status: 422,
      body: {
        fields: {
          amount: expect.stringMatching(/^The take-on balance can rise by R\s100,00 at most\.$/),
        },
      },
    });
    expect(await readLedger(portal, userId)).toEqual(before);
    expect(await money.correct(userId, { amount: 100 })).toMatchObject({
      status: 201,
      body: { userId, kind: 'correction', date: TODAY, amount: 100, method: null, reason: 'It was wrong' },
    });
    expect(await debtOf(userId)).toEqual({ owed: 0, credit: 0, items: [] });
    expect(await money.correct(userId, { amount: 0.01 })).toMatchObject({
      status: 422,
      body: { fields: { amount: 'The take-on balance cannot rise any more.' } },
    });
  });

  it('that was credit raises it again to what was imported and not a cent above', async () => {
    const userId = await addUser(portal, { User_Debit: '100.00' });

    expect(await money.correct(userId, { amount: 0.01 })).toMatchObject({ status: 422 });
    expect(await money.correct(userId, { amount: -40 })).toMatchObject({ status: 201 });
    expect(await money.correct(userId, { amount: 40.01 })).toMatchObject({ status: 422 });
    expect(await money.correct(userId, { amount: 40 })).toMatchObject({ status: 201 });
    expect(await debtOf(userId)).toEqual({ owed: 0, credit: 100, items: [] });
  });

  it('a correction ends the newest of what the opening balance paid until the rest of it suffices', async () => {
    const userId = await addUser(portal, { User_Debit: '100.00' });
    const [first, second, third] = [
      await issue(userId, 50),
      await issue(userId, 30),
      await issue(userId, 20),
    ];
    await money.correct(userId, { amount: -45 });

    // The third is ended whole, and the second whole, of which the rest then pays 5 again.
    expect((await money.readInvoice(first)).body).toMatchObject({ status: 'paid', amountDue: 0 });
    expect((await money.readInvoice(second)).body).toMatchObject({ status: 'pending', amountDue: 25 });
    expect((await money.readInvoice(third)).body).toMatchObject({ status: 'pending', amountDue: 20 });
    const { allocations } = await readLedger(portal, userId);
    expect(allocations.map(({ invoice, amount }) => [invoice, amount])).toEqual([
      [first, 50],
      [second, 30],
      [third, 20],
      [second, -30],
      [third, -20],
      [second, 5],
    ]);
  });

  it('a correction that changes the sign of the opening balance ends all that it paid, and the client owes it', async () => {
    const userId = await addUser(portal, { User_Debit: '100.00' });
    await issue(userId, 100);

    await money.correct(userId, { amount: -150 });

    expect(await debtOf(userId)).toEqual({
      owed: 150,
      credit: 0,
      items: [
        ['opening', 50],
        ['invoice', 100],
      ],
    });
  });

  it('a correction frees what a payment gave for an opening balance that was never owed', async () => {
    const userId = await addUser(portal, { User_Debit: '-100.00' });
    await money.pay(userId, { amount: 100 });

    await money.correct(userId, { amount: 70 });

    expect(await debtOf(userId)).toEqual({ owed: 0, credit: 70, items: [] });
  });
});

describe.each(['refund', 'correct'] as const)('%s', (act) => {
  it.each([
    ['an amount of 0', { amount: 0 }, 'amount'],
    ['an amount with three decimals', { amount: 0.125 }, 'amount'],
    ['an amount above the limit', { amount: 10_000_000_000 }, 'amount'],
    ['an amount below the limit', { amount: -10_000_000_000 }, 'amount'],
    ['an amount too large to calculate with', { amount: -1e308 }, 'amount'],
    ['no amount', { amount: undefined }, 'amount'],
    ['no reason', { reason: ' ' }, 'reason'],
    ['a reason of 256 characters', { reason: 'x'.repeat(256) }, 'reason'],
  ])(`a ${act} with %s answers 400 at its field and writes nothing`, async (_, body, field) => {
    const userId = await addUser(portal, {});

    const answer = await money[act](userId, body);

    expect({ status: answer.status, fields: Object.keys(answer.body.fields) }).toEqual({
      status: 400,
      fields: [field],
    });
    expect((await readLedger(portal, userId)).entries).toEqual([]);
  });

  it(`a ${act} for a missing client answers 404`, async () => {
    expect(await money[act](999_999)).toMatchObject({ status: 404, body: { message: 'User not found' } });
  });
});

describe('an amount that a balance cannot hold', () => {
  it('a correction of it answers 422 at the amount and writes nothing', async () => {
    const userId = await addUser(portal, { User_Debit: '-9999999999.99' });

    expect(await money.correct(userId, { amount: -0.01 })).toMatchObject({
      status: 422,
      body: { fields: { amount: expect.any(String) } },
    });
    expect((await readLedger(portal, userId)).entries).toHaveLength(1);
  });

  it('an invoice of it answers 422 at the lines and uses no number', async () => {
    const userId = await addUser(portal, {});
    const { body: before } = await money.issue(userId, 9_999_999_999.99);

    expect(await money.issue(userId, 0.01)).toMatchObject({
      status: 422,
      body: { fields: { lineItems: expect.any(String) } },
    });
    const { body: next } = await money.issue(await addUser(portal, {}), 1);
    const numberOf = ({ invoiceNumber }: { invoiceNumber: string }) => Number(invoiceNumber.slice(-6));
    expect(numberOf(next)).toBe(numberOf(before) + 1);
  });

  it('voiding an invoice answers 409 and changes nothing if its payment would make the credit too large', async () => {
    const userId = await addUser(portal, {});
    const invoice = await issue(userId, 1);
    await money.pay(userId, { amount: 9_999_999_999.99 });
    await money.pay(userId, { amount: 1 });
    const before = await readLedger(portal, userId);

    expect(await money.setStatus(invoice, 'void')).toMatchObject({
      status: 409,
      body: { message: 'The balance of this client would be too large.' },
    });

    expect(await readLedger(portal, userId)).toEqual(before);
    expect((await money.readInvoice(invoice)).body).toMatchObject({ status: 'paid', amountDue: 0 });
  });
});

describe('a new invoice', () => {
  it('a new invoice is paid at once by the credit of the client', async () => {
    const userId = await addUser(portal, {});
    await money.pay(userId, { amount: 130 });

    const [first, second, third] = [
      await money.issue(userId, 100),
      await money.issue(userId, 100),
      await money.issue(userId, 100),
    ];

    expect(first).toMatchObject({ status: 201, body: { status: 'paid', amountDue: 0 } });
    expect(second).toMatchObject({ status: 201, body: { status: 'pending', amountDue: 70 } });
    expect(third).toMatchObject({ status: 201, body: { status: 'pending', amountDue: 100 } });
    for (const { body } of [first, second, third]) {
      expect((await money.readInvoice(body.id)).body).toMatchObject(body);
    }
    expect(await debtOf(userId)).toEqual({
      owed: 170,
      credit: 0,
      items: [
        ['invoice', 70],
        ['invoice', 100],
      ],
    });
  });
});

describe('half an hour after midnight in Johannesburg', () => {
  it('an invoice, a payment and its reversal bear the new day', async () => {
    const { createInvoice } = await import('#functions/domain/invoices/create-invoice.ts');
    const { recordPayment } = await import('#functions/domain/payments/record-payment.ts');
    const { reversePayment } = await import('#functions/domain/payments/reverse-payment.ts');
    const { database } = await import('#local/seed/whole-database.ts');
    const { supplier } = await import('#functions/runtime/ports/supplier-port.ts');
    const userId = await addUser(portal, {});
    const by = {
      userId: 1,
      role: 'admin',
      levelMin: 1,
      isProven: true,
      sessionId: '',
      address: '127.0.0.1',
      checkedAt: new Date(),
    } as const;
    const ports = { database, supplier, mailSettings: { isOn: false as const }, note: () => {} };
    const day = '2026-04-01';
    const now = new Date('2026-03-31T22:30:00Z');
    const order = { amount: 40, method: 'eft' as const, allocations: [] };

    const lineItems = [{ description: 'Data', amount: 100, quantity: 1 }];
    const invoice = await createInvoice(ports, by, { userId, lineItems }, now);
    const payment = await recordPayment(ports, by, userId, { ...order, date: day }, now);
    await reversePayment(database, by, { paymentId: payment.id, reason: 'Wrong client' }, now);

    expect(invoice.createdAt).toBe(now.toISOString());
    expect((await readLedger(portal, userId)).entries).toMatchObject([
      { kind: 'invoice', date: day },
      { kind: 'payment', date: day },
      { kind: 'reversal', date: day },
    ]);
    await expect(
      recordPayment(ports, by, userId, { ...order, date: '2026-04-02' }, now),
    ).rejects.toMatchObject({ fields: { date: 'The date must not be in the future.' } });
  });
});

describe('the status of an invoice', () => {
  it('paid records a payment of today over what is due, once', async () => {
    const userId = await addUser(portal, {});
    const invoice = await issue(userId, 100);
    await issue(userId, 50);
    await money.pay(userId, { amount: 30, date: dayFromToday(-9) });

    const marked = await money.setStatus(invoice, 'paid');
    expect(marked).toMatchObject({
      status: 200,
      body: { id: invoice, status: 'paid', amountDue: 0 },
    });

    expect((await money.readInvoice(invoice)).body).toMatchObject({ status: 'paid', amountDue: 0 });
    expect((await money.listPayments(userId)).body).toMatchObject([
      { amount: 70, date: TODAY, method: 'other', allocations: [{ invoiceId: invoice, amount: 70 }] },
      { amount: 30 },
    ]);
    expect(await debtOf(userId)).toMatchObject({ owed: 50 });
    const audited = await portal.connection
      .select({ changes: auditLog.changes })
      .from(auditLog)
      .where(eq(auditLog.record, `invoice ${marked.body.invoiceNumber} of user ${userId}`));
    expect(audited).toContainEqual({ changes: { status: 'paid', amount: 70 } });

    expect(await money.setStatus(invoice, 'paid')).toMatchObject({ status: 409 });
    expect((await money.listPayments(userId)).body).toHaveLength(2);
  });

  it('void makes credit of what was paid, which pays what else is owed, and is set once', async () => {
    const userId = await addUser(portal, {});
    const [first, second] = [await issue(userId, 100), await issue(userId, 60)];
    await money.pay(userId, { amount: 100, date: dayFromToday(-9) });

    expect(await money.setStatus(first, 'void')).toMatchObject({
      status: 200,
      body: { id: first, status: 'void', amountDue: 0 },
    });
    const audited = await portal.connection
      .select({ changes: auditLog.changes })
      .from(auditLog)
      .where(eq(auditLog.action, 'invoices.status'));
    expect(audited).toContainEqual({ changes: { status: 'void', amount: 100 } });

    expect((await money.readInvoice(first)).body).toMatchObject({ status: 'void', amountDue: 0 });
    expect((await money.readInvoice(second)).body).toMatchObject({ status: 'paid', amountDue: 0 });
    expect(await debtOf(userId)).toEqual({ owed: 0, credit: 40, items: [] });
    const ledger = await readLedger(portal, userId);
    expect(ledger.entries.at(-1)).toEqual({ kind: 'reversal', date: TODAY, amount: 100 });
    expect(ledger.allocations.at(-1)).toMatchObject({ invoice: second, amount: 60, date: TODAY });

    expect(await money.setStatus(first, 'void')).toMatchObject({ status: 409 });
    expect(await readLedger(portal, userId)).toEqual(ledger);
  });
});
