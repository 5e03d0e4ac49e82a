import { asc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { billedServices } from '#functions/database/schema/invoices-tables.ts';
import { meetAtLock } from '#test/support/ledger/meet-at-lock.ts';
import { dayFromToday, moneyCalls, readLedger } from '#test/support/ledger/money-calls.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

let money: ReturnType<typeof moneyCalls>;

beforeAll(() => {
  money = moneyCalls(portal, admin);
});

const TODAY = dayFromToday(0);

const issue = async (userId: number, amount: number): Promise<number> =>
  (await money.issue(userId, amount)).body.id;

const readInvoice = async (invoiceId: number) => {
  const { status, amountDue, credited } = (await money.readInvoice(invoiceId)).body;

  return { status, amountDue, credited };
};

const debtOf = async (userId: number) => {
  const { owed, credit } = (await money.readDebt(userId)).body;

  return { owed, credit };
};

describe('a credit note over an amount', () => {
  it('lowers what is due of its invoice, bears the next number, and is read with its invoice by its client', async () => {
    const client = await addCaller(portal, 'client');
    const invoice = (await money.issue(client.userId, 100)).body;

    const { status, body: note } = await money.credit(invoice.id, { amount: 30 });
    const { body: next } = await money.credit(invoice.id, { amount: 10 });

    expect(status).toBe(201);
    expect(note).toEqual({
      id: note.id,
      userId: client.userId,
      creditNoteNumber: expect.stringMatching(/^CN-\d{4}-\d{6}$/),
      invoiceId: invoice.id,
      invoiceNumber: invoice.invoiceNumber,
      createdAt: expect.any(String),
      totalAmount: 30,
      vatAmount: null,
      reason: 'error',
      explanation: 'The speed was never delivered',
      fileName: null,
    });
    expect(Number(next.creditNoteNumber.slice(-6))).toBe(Number(note.creditNoteNumber.slice(-6)) + 1);
    expect(await readInvoice(invoice.id)).toEqual({ status: 'pending', amountDue: 60, credited: 40 });
    const path = `/api/users/${client.userId}/credit-notes`;
    expect(await portal.call('GET', path, client)).toMatchObject({ status: 200, body: [next, note] });
    expect((await portal.call('GET', `/api/credit-notes/${note.id}`, client)).body).toEqual(note);
    expect((await portal.call('GET', `/api/credit-notes/${note.id}`, admin)).body).toEqual(note);
  });

  it('of a paid invoice takes its place: what had paid it becomes credit and pays the oldest open invoice', async () => {
    const userId = await addUser(portal, {});
    const paid = await issue(userId, 100);
    await money.pay(userId, { amount: 100 });
    const open = await issue(userId, 70);

    await money.credit(paid, { amount: 80 });

    expect(await readInvoice(paid)).toEqual({ status: 'paid', amountDue: 0, credited: 80 });
    expect(await readInvoice(open)).toMatchObject({ status: 'paid', amountDue: 0 });
    expect(await debtOf(userId)).toEqual({ owed: 0, credit: 10 });
    expect((await readLedger(portal, userId)).allocations).toEqual([
      { credit: 'payment', debt: 'invoice', invoice: paid, date: TODAY, amount: 100, ends: false },
      { credit: 'payment', debt: 'invoice', invoice: paid, date: TODAY, amount: -100, ends: true },
      { credit: 'payment', debt: 'invoice', invoice: paid, date: TODAY, amount: 20, ends: false },
      { credit: 'credit-note', debt: 'invoice', invoice: paid, date: TODAY, amount: 80, ends: false },
      { credit: 'payment', debt: 'invoice', invoice: open, date: TODAY, amount: 70, ends: false },
    ]);
  });

  it('of 80 on an invoice of 100 of which 60 are paid lies on it wholly, and 40 become credit', async () => {
    const userId = await addUser(portal, {});
    const invoiceId = await issue(userId, 100);
    await money.pay(userId, { amount: 25 });
    await money.pay(userId, { amount: 35 });

    await money.credit(invoiceId, { amount: 80 });

    expect(await readInvoice(invoiceId)).toEqual({ status: 'paid', amountDue: 0, credited: 80 });
    expect(await debtOf(userId)).toEqual({ owed: 0, credit: 40 });
    expect((await readLedger(portal, userId)).allocations.slice(2)).toMatchObject([
      { credit: 'payment', amount: -35, ends: true },
      { credit: 'payment', amount: -25, ends: true },
      { credit: 'payment', amount: 20, ends: false },
      { credit: 'credit-note', amount: 80, ends: false },
    ]);
  });
});

describe('a credit note that is refused', () => {
  it('names at its field what is left of the invoice, and writes nothing', async () => {
    const userId = await addUser(portal, {});
    const invoiceId = await issue(userId, 100);
    await money.credit(invoiceId, { amount: 60 });

    const { status, body } = await money.credit(invoiceId, { amount: 40.01 });

    expect({ status, fields: body.fields }).toEqual({
      status: 422,
      fields: { amount: expect.stringMatching(/^At most R\s40,00 of this invoice can be credited\.$/) },
    });
    expect(await readInvoice(invoiceId)).toMatchObject({ credited: 60 });
  });

  it('is one of a void, a fully credited, a written-off or a missing invoice', async () => {
    const userId = await addUser(portal, {});
    const voided = await issue(userId, 100);
    await money.setStatus(voided, 'void');
    const writtenOff = await issue(userId, 100);
    await portal.call('POST', `/api/invoices/${writtenOff}/write-off`, {
      cookie: admin.cookie,
      body: { amount: 1, reason: 'Cannot be collected', collection: 'Three letters' },
    });

    const credited = await issue(userId, 100);
    await money.credit(credited, { amount: 100 });

    const answers = await Promise.all(
      [voided, credited, writtenOff, 2_000_000_000].map((id) => money.credit(id, { amount: 1 })),
    );
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [409, 'This invoice is void.'],
      [409, 'This invoice is credited in full.'],
      [409, 'A part of this invoice is written off. Undo the write-off first.'],
      [404, 'Invoice not found'],
    ]);
  });

  it('of two of R 60 at once on an invoice of R 100 one is refused, and the numbers have no gap', async () => {
    const userId = await addUser(portal, {});
    const invoiceId = await issue(userId, 100);

    const answers = await meetAtLock(userId, () => [
      money.credit(invoiceId, { amount: 60 }),
      money.credit(invoiceId, { amount: 60 }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    expect(await readInvoice(invoiceId)).toEqual({ status: 'pending', amountDue: 40, credited: 60 });
    const { body: next } = await money.credit(invoiceId, { amount: 1 });
    const taken = answers.find(({ status }) => status === 201)?.body.creditNoteNumber;
    expect(Number(next.creditNoteNumber.slice(-6))).toBe(Number(taken.slice(-6)) + 1);
  });
});

describe('a credit note over lines', () => {
  const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };

  const issueNovember = async (userId: number) => {
    const { body: service } = await portal.call('POST', `/api/admin/users/${userId}/services`, {
      cookie: admin.cookie,
      body: { accountType: 'Fixed 5G', pricePerMonth: 300 },
    });
    const lineItems = [{ description: 'Fixed 5G', amount: 300, serviceId: service.id, ...NOVEMBER }];
    const { body } = await portal.call('POST', '/api/invoices', {
      cookie: admin.cookie,
      body: { userId, lineItems },
    });
    const { lineItems: lines } = (await money.readInvoice(body.id)).body;

    return { invoiceId: body.id, lineId: lines[0].id };
  };
  const billed = async (userId: number) => {
    const path = `/api/admin/users/${userId}/billed-services?month=2026-11`;
    const { body } = await portal.call('GET', path, admin);

    return body.map(({ from, to }: { from: string; to: string }) => [from, to]);
  };

  it('shortens what the line bills from either end, and ends it with the last day', async () => {
    const userId = await addUser(portal, {});
    const { invoiceId, lineId } = await issueNovember(userId);
    const credit = (from: string, to: string) =>
      money.credit(invoiceId, { lines: [{ lineId, amount: 10, from, to }] });

    expect((await credit('2026-11-05', '2026-11-10')).body.fields).toEqual({
      'lines.0.to': expect.stringContaining('must reach its first or last day'),
    });
    expect((await credit('2026-11-21', '2026-11-30')).status).toBe(201);
    expect(await billed(userId)).toEqual([['2026-11-01', '2026-11-20']]);
    expect((await credit('2026-11-01', '2026-11-05')).status).toBe(201);
    expect(await billed(userId)).toEqual([['2026-11-06', '2026-11-20']]);
    expect((await credit('2026-11-06', '2026-11-20')).status).toBe(201);
    expect(await billed(userId)).toEqual([]);
  });

  it('leaves what it frees as a row that has ended, and the line stands once on its invoice', async () => {
    const userId = await addUser(portal, {});
    const { invoiceId, lineId } = await issueNovember(userId);
    for (const [from, to] of [
      ['2026-11-21', '2026-11-30'],
      ['2026-11-01', '2026-11-05'],
    ]) {
      await money.credit(invoiceId, { lines: [{ lineId, amount: 10, from, to }] });
    }

    const rows = await portal.connection
      .select()
      .from(billedServices)
      .where(eq(billedServices.item_id, lineId))
      .orderBy(asc(billedServices.from_day));
    expect(rows.map(({ from_day, to_day, ended_at }) => [from_day, to_day, ended_at !== null])).toEqual([
      ['2026-11-01', '2026-11-05', true],
      ['2026-11-06', '2026-11-20', false],
      ['2026-11-21', '2026-11-30', true],
    ]);
    expect(new Set(rows.map(({ service_id }) => service_id)).size).toBe(1);
    expect((await money.readInvoice(invoiceId)).body.lineItems).toMatchObject([
      { id: lineId, from: '2026-11-06', to: '2026-11-20', credited: 20 },
    ]);
  });

  it('takes at most the amount of the line, with what earlier notes took of it', async () => {
    const userId = await addUser(portal, {});
    const { invoiceId, lineId } = await issueNovember(userId);
    await money.credit(invoiceId, { lines: [{ lineId, amount: 200 }] });

    const { status, body } = await money.credit(invoiceId, { lines: [{ lineId, amount: 100.01 }] });

    expect({ status, fields: Object.keys(body.fields) }).toEqual({ status: 422, fields: ['lines.0.amount'] });
  });
});
