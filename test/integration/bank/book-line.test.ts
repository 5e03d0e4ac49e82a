import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { daysOfRecording } from '#shared/books/recorded-days.ts';
import { dayAfter, startOfDay } from '#shared/dates.ts';
import { addLine, lineCalls, OPEN_AGAIN, readLineRows } from '#test/support/bank/line-calls.ts';
import { addOpening, dayFromToday, moneyCalls, readLedger } from '#test/support/ledger/money-calls.ts';
import { listMails } from '#test/support/links/links.ts';
import { addVerified } from '#test/support/mails/mail-jobs.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

const TODAY = dayFromToday(0);

let money: ReturnType<typeof moneyCalls>;
let lines: ReturnType<typeof lineCalls>;
let other: ReturnType<typeof lineCalls>;
beforeAll(async () => {
  money = moneyCalls(portal, admin);
  lines = lineCalls(portal, admin);
  other = lineCalls(portal, await addCaller(portal, 'admin'));
});

const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });
const part = (userId: number, amount = 100, allocations: object[] = []) => ({ userId, amount, allocations });

describe('a line that is booked for clients', () => {
  it('is a payment of the day and with the words of the bank, which pays what is owed and tells the client', async () => {
    const { userId } = await addVerified(portal);
    const { body: invoice } = await money.issue(userId, 80);
    const lineId = await addLine(portal, {
      date: dayFromToday(-2),
      description: 'MAGTAPE CREDIT OW1',
      userId,
    });

    const { status, body } = await lines.book(lineId, { parts: [part(userId)] });

    const [payment] = (await money.listPayments(userId)).body;
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        id: lineId,
        state: 'booked',
        proposals: [],
        paymentIds: [payment.id],
        booked: [{ paymentId: payment.id, userId, amount: 100 }],
        bookedBy: expect.any(String),
      },
    });
    expect(payment).toMatchObject({
      bankDate: dayFromToday(-2),
      method: 'eft',
      reference: 'MAGTAPE CREDIT OW1',
      lineId,
      allocations: [{ invoiceId: invoice.id, amount: 80 }],
      unallocated: 20,
    });
    expect(await readLineRows(portal, lineId)).toEqual({
      bookings: [{ entryId: payment.id, kind: 'payment', hasEnded: false }],
      receipts: [],
    });
    expect(await listMails(portal, userId)).toContainEqual(
      expect.objectContaining({
        kind: 'payment-received',
        about: { paymentId: payment.id, paymentIds: [payment.id] },
      }),
    );
    expect(
      await portal.connection
        .select({ record: auditLog.record, changes: auditLog.changes })
        .from(auditLog)
        .where(sql`action = 'bank.book' and record like ${`%payment ${payment.id} of%`}`),
    ).toEqual([
      { record: `payment ${payment.id} of user ${userId}`, changes: { line: lineId, amount: 100 } },
    ]);
  });

  it('is divided over clients and invoices, with one payment for each client', async () => {
    const [one, two] = [await addUser(portal, {}), await addUser(portal, {})];
    await money.issue(one, 50);
    const { body: named } = await money.issue(one, 70);
    const lineId = await addLine(portal, { amount: '160.50' });

    const { body } = await lines.book(lineId, {
      parts: [part(two, 90.5), part(one, 70, [{ invoiceId: named.id, amount: 70 }])],
    });

    expect(body.booked).toMatchObject([
      { userId: two, amount: 90.5 },
      { userId: one, amount: 70 },
    ]);
    expect((await money.readInvoice(named.id)).body).toMatchObject({ status: 'paid', amountDue: 0 });
    expect((await money.readDebt(one)).body).toMatchObject({ owed: 50 });
    expect((await money.readDebt(two)).body).toMatchObject({ credit: 90.5 });
  });

  it('a line of more than seven days ago tells no client', async () => {
    const { userId } = await addVerified(portal);
    await lines.book(await addLine(portal, { date: dayFromToday(-8) }), { parts: [part(userId)] });

    expect(await listMails(portal, userId)).toEqual([]);
  });

  it.each([
    [[60, 50], 'The parts come to R 110,00, R 10,00 more than the line.'],
    [[60], 'The part is R 60,00, R 40,00 less than the line.'],
  ])('parts of %j are refused at the parts, with the difference', async (amounts, sentence) => {
    const parts = await Promise.all(amounts.map(async (amount) => part(await addUser(portal, {}), amount)));
    const lineId = await addLine(portal);

    const { status, body } = await lines.book(lineId, { parts });

    expect({ status, sentence: body.fields.parts.replaceAll('\u00a0', ' ') }).toEqual({
      status: 422,
      sentence,
    });
    expect(await readLineRows(portal, lineId)).toEqual({ bookings: [], receipts: [] });
  });

  it('an administrator, a client named twice, an unknown client and a line that is not there are refused', async () => {
    const userId = await addUser(portal, {});
    const lineId = await addLine(portal);

    expect(await lines.book(lineId, { parts: [part(admin.userId)] })).toMatchObject({
      status: 422,
      body: { fields: { 'parts.0.userId': 'This is an administrator, not a client.' } },
    });
    expect(await lines.book(lineId, { parts: [part(userId, 50), part(userId, 50)] })).toMatchObject({
      status: 422,
      body: { fields: { 'parts.1.userId': 'This client is named twice.' } },
    });
    expect(await lines.book(lineId, { parts: [part(2_000_000_000)] })).toMatchObject({ status: 404 });
    expect(await lines.book(2_000_000_000, { parts: [part(userId)] })).toMatchObject({ status: 404 });
    expect((await readLedger(portal, userId)).entries).toEqual([]);
  });

  it('of tomorrow, of more than a year ago or from before the imported balance is refused with the reason', async () => {
    const userId = await addUser(portal, {});
    await addOpening(userId, -500);
    const book = async (date: string) =>
      lines.book(await addLine(portal, { date }), { parts: [part(userId)] });

    expect(await book(dayFromToday(1))).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^Can be booked on \d+ /) },
    });
    expect((await book(dayFromToday(-400))).body.fields).toEqual({
      'parts.0.userId': 'The date must be at most a year back.',
    });
    expect((await book(dayFromToday(-1))).body.fields).toEqual({
      'parts.0.userId': expect.stringContaining('the day of the imported balance'),
    });
  });

  it('a named invoice that was voided meanwhile is refused at its place', async () => {
    const userId = await addUser(portal, {});
    const { body: invoice } = await money.issue(userId, 100);
    await money.setStatus(invoice.id, 'void');

    const allocations = [{ invoiceId: invoice.id, amount: 100 }];
    expect(
      await lines.book(await addLine(portal), { parts: [part(userId, 100, allocations)] }),
    ).toMatchObject({
      status: 422,
      body: { fields: { 'parts.0.allocations.0.invoiceId': 'This invoice is void.' } },
    });
  });

  it('was booked by somebody else first: the second gets 409 with the line as it is', async () => {
    const userId = await addUser(portal, {});
    const lineId = await addLine(portal);
    await lines.book(lineId, { parts: [part(userId)] });

    const { status, body } = await other.book(lineId, { unidentified: true });

    expect({ status, body }).toMatchObject({
      status: 409,
      body: { current: { id: lineId, state: 'booked', booked: [{ userId }] } },
    });
    expect(body.message).toMatch(/^This line is booked already, by /);
  });

  it('a repeated key writes nothing and answers the line as it is then', async () => {
    const userId = await addUser(portal, {});
    const lineId = await addLine(portal);
    const key = newKey();
    const first = await lines.book(lineId, { parts: [part(userId)] }, key);
    await lines.reopen(lineId, { reason: 'Wrong client' });

    const second = await lines.book(lineId, { parts: [part(userId)] }, key);

    expect([first.body.state, second.body.state]).toEqual(['booked', OPEN_AGAIN]);
    expect((await money.listPayments(userId)).body).toHaveLength(1);
    const { rows } = await portal.connection.execute(
      sql`select answer from idempotency_keys where key = ${key['idempotency-key']}`,
    );
    expect(rows).toEqual([{ answer: null }]);
  });
});

describe('a line that is money recorded before', () => {
  it('joins payments whose sum less the fee it is, and writes no entry', async () => {
    const [one, two] = [await addUser(portal, {}), await addUser(portal, {})];
    const { body: first } = await money.pay(one, { amount: 60, method: 'card' });
    const { body: second } = await money.pay(two, { amount: 43.5, method: 'card' });
    const lineId = await addLine(portal);

    const { status, body } = await lines.book(lineId, { paymentIds: [second.id, first.id], fee: 3.5 });

    expect({ status, body }).toMatchObject({
      status: 200,
      body: { state: 'booked', paymentIds: expect.arrayContaining([first.id, second.id]) },
    });
    expect((await readLedger(portal, one)).entries).toHaveLength(1);
    expect((await money.listPayments(two)).body).toMatchObject([{ id: second.id, lineId }]);
    expect(await money.reverse(first.id)).toMatchObject({ status: 409, body: { lineId } });
  });

  it('another sum, a reversed payment, one of another line, one named twice and an unknown one are refused', async () => {
    const userId = await addUser(portal, {});
    const [{ body: reversed }, { body: taken }, { body: free }] = [
      await money.pay(userId),
      await money.pay(userId),
      await money.pay(userId),
    ];
    await money.reverse(reversed.id);
    await lines.book(await addLine(portal), { paymentIds: [taken.id] });
    const lineId = await addLine(portal);
    const join = async (body: object) => (await lines.book(lineId, body)).body.fields;

    expect(await join({ paymentIds: [reversed.id] })).toEqual({
      'paymentIds.0': 'This payment was reversed.',
    });
    expect(await join({ paymentIds: [taken.id] })).toEqual({
      'paymentIds.0': 'This payment belongs to another line.',
    });
    expect(await join({ paymentIds: [free.id, free.id] })).toEqual({
      'paymentIds.1': 'This payment is named twice.',
    });
    expect(await join({ paymentIds: [free.id], fee: 1 })).toEqual({
      paymentIds: expect.stringMatching(/^The payments less the fee come to R\s99,00, R\s1,00 less/),
    });
    expect(await lines.book(lineId, { paymentIds: [2_000_000_000] })).toMatchObject({ status: 404 });
    expect(await readLineRows(portal, lineId)).toEqual({ bookings: [], receipts: [] });
  });
});

describe('what is joined with a line', () => {
  it('is of the ten business days before it to the five after it', async () => {
    const userId = await addUser(portal, {});
    const day = dayFromToday(-30);
    const { from, until } = daysOfRecording(day);
    const lineId = await addLine(portal, { date: day });
    const join = async (date: string) => {
      const { body } = await money.pay(userId, { date });

      return lines.book(lineId, { paymentIds: [body.id] });
    };
    const dayFrom = (base: string, days: number) => dayAfter(startOfDay(base), days);

    expect((await join(dayFrom(from, -1))).body.fields).toEqual({
      'paymentIds.0': expect.stringMatching(/^This payment is of .+ can be this line\.$/),
    });
    expect(await join(dayFrom(until, 1))).toMatchObject({ status: 422 });
    expect(await join(from)).toMatchObject({ status: 200 });
  });

  it('has at most a tenth of itself as its fee', async () => {
    const userId = await addUser(portal, {});
    const { body: payment } = await money.pay(userId);
    const join = async (amount: string, fee: number) =>
      lines.book(await addLine(portal, { amount }), { paymentIds: [payment.id], fee });

    expect((await join('89.99', 10.01)).body.fields).toEqual({
      fee: expect.stringMatching(/^A fee of R\s10,01 is too much: at most R\s10,00, a tenth\.$/),
    });
    expect(await join('90.00', 10)).toMatchObject({ status: 200 });
  });
});

describe('a line that the bank returned', () => {
  const addReturned = (amount = '-100.00') => addLine(portal, { amount, state: 'returned' });

  it('reverses the payment on the day of the bank, and the line that the payment came from stays booked', async () => {
    const userId = await addUser(portal, {});
    const lineId = await addLine(portal, { date: dayFromToday(-3) });
    const { body: line } = await lines.book(lineId, { parts: [part(userId)] });
    const [paymentId] = line.paymentIds;
    const returned = await addReturned();

    const { status, body } = await lines.book(returned, { reverses: paymentId });

    expect({ status, body }).toMatchObject({
      status: 200,
      body: { state: 'booked', paymentIds: [paymentId], booked: [{ userId, amount: -100 }] },
    });
    expect((await money.listPayments(userId)).body).toMatchObject([
      {
        id: paymentId,
        lineId,
        reversedAt: expect.any(String),
        reversalReason: 'Returned by the bank',
        reversalBankDate: TODAY,
      },
    ]);
    expect(await readLineRows(portal, lineId)).toMatchObject({ bookings: [{ hasEnded: false }] });
    expect(await lines.reopen(returned, { reason: 'x' })).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^A reversal cannot be undone\./) },
    });
    expect(await lines.reopen(lineId, { reason: 'x' })).toMatchObject({ status: 409 });
  });

  it('a payment of another amount, one that is reversed already and money that came in are refused', async () => {
    const userId = await addUser(portal, {});
    const { body: payment } = await money.pay(userId);
    const { body: reversed } = await money.pay(userId);
    await money.reverse(reversed.id);

    expect((await lines.book(await addReturned('-90.00'), { reverses: payment.id })).body.fields).toEqual({
      reverses: expect.stringMatching(/^The payment is R\s100,00, and the bank took back R\s90,00\.$/),
    });
    expect(await lines.book(await addReturned(), { reverses: reversed.id })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('ignore the line') },
    });
    expect(await lines.book(await addLine(portal), { reverses: payment.id })).toMatchObject({ status: 422 });
    expect(await lines.book(await addReturned(), { parts: [part(userId)] })).toMatchObject({ status: 422 });
    expect(await lines.book(await addReturned(), { reverses: 2_000_000_000 })).toMatchObject({ status: 404 });
  });
});

describe('a line by which the bank took back a whole line', () => {
  const returnOf = (amount: string) => addLine(portal, { amount, state: 'returned' });
  const forecast = (lineId: number, userId: number, paymentId: number) =>
    portal.call(
      'GET',
      `/api/admin/bank-lines/${lineId}/forecast?userId=${userId}&paymentId=${paymentId}`,
      admin,
    );

  it('reverses all payments of a divided line on its own day, whichever of them is named, and tells before', async () => {
    const [one, other] = [await addUser(portal, {}), await addUser(portal, {})];
    const lineId = await addLine(portal, { amount: '700.00', date: dayFromToday(-3) });
    const parts = [part(one, 600), part(other, 100)];
    const { body: line } = await lines.book(lineId, { parts });
    const [first, second] = line.paymentIds;
    const returned = await returnOf('-700.00');

    expect(await forecast(returned, other, second)).toMatchObject({
      status: 200,
      body: {
        reverses: [
          { paymentId: first, userId: one, amount: 600 },
          { paymentId: second, userId: other, amount: 100 },
        ],
      },
    });
    const { status, body } = await lines.book(returned, { reverses: second, reason: 'Not enough money' });

    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        state: 'booked',
        paymentIds: [first, second],
        booked: [
          { userId: one, amount: -600 },
          { userId: other, amount: -100 },
        ],
      },
    });
    for (const userId of [one, other]) {
      expect((await money.listPayments(userId)).body).toMatchObject([
        { lineId, reversalReason: 'Not enough money', reversalBankDate: TODAY },
      ]);
    }
    expect(await readLineRows(portal, lineId)).toMatchObject({
      bookings: [{ hasEnded: false }, { hasEnded: false }],
    });
  });

  it('reverses the payments that were joined less a fee', async () => {
    const [one, other] = [await addUser(portal, {}), await addUser(portal, {})];
    const { body: first } = await money.pay(one, { amount: 60 });
    const { body: second } = await money.pay(other, { amount: 40 });
    const lineId = await addLine(portal, { amount: '97.00' });
    await lines.book(lineId, { paymentIds: [first.id, second.id], fee: 3 });

    expect(await lines.book(await returnOf('-97.00'), { reverses: first.id })).toMatchObject({
      status: 200,
      body: { paymentIds: [first.id, second.id] },
    });
    expect((await readLedger(portal, other)).entries.map(({ kind }) => kind)).toEqual([
      'payment',
      'reversal',
    ]);
  });

  it('reverses one part alone if that is what the bank took back, and then the rest not as a whole', async () => {
    const [one, other] = [await addUser(portal, {}), await addUser(portal, {})];
    const parts = [part(one, 60), part(other, 40)];
    const { body: line } = await lines.book(await addLine(portal, { amount: '100.00' }), { parts });
    const [first, second] = line.paymentIds;

    expect(await lines.book(await returnOf('-40.00'), { reverses: second })).toMatchObject({
      status: 200,
      body: { paymentIds: [second] },
    });
    expect(await lines.book(await returnOf('-100.00'), { reverses: first })).toMatchObject({
      status: 409,
      body: { message: 'A payment of that line is reversed already, so they cannot be reversed together.' },
    });
    expect((await readLedger(portal, one)).entries).toHaveLength(1);
  });

  it('a reason is refused where no payment is returned', async () => {
    const userId = await addUser(portal, {});

    expect(
      await lines.book(await addLine(portal), { parts: [part(userId)], reason: 'Why not' }),
    ).toMatchObject({ status: 422, body: { fields: { reason: expect.any(String) } } });
  });
});

describe('money that nobody can place yet', () => {
  const receive = async (date = dayFromToday(-1)) => {
    const lineId = await addLine(portal, { date });
    expect(await lines.book(lineId, { unidentified: true })).toMatchObject({
      status: 200,
      body: { state: 'unidentified' },
    });

    return lineId;
  };

  it('comes in on its day, and leaves on the day of the payment when a client is found', async () => {
    const userId = await addUser(portal, {});
    const lineId = await receive();

    await lines.book(lineId, { parts: [part(userId)] });

    const [payment] = (await money.listPayments(userId)).body;
    const day = { date: payment.date, bankDate: dayFromToday(-1) };
    expect(await readLineRows(portal, lineId)).toEqual({
      bookings: [{ entryId: payment.id, kind: 'payment', hasEnded: false }],
      receipts: [
        { kind: 'in', amount: 100, ...day },
        { kind: 'moved', amount: -100, ...day },
      ],
    });
  });

  it('goes back to who sent it, and a line that is not unidentified does not', async () => {
    const lineId = await receive();

    const { body } = await lines.book(lineId, { sentBack: { reason: 'Not ours', bankDate: TODAY } });

    expect(body).toMatchObject({ state: 'booked', booked: [] });
    expect((await readLineRows(portal, lineId)).receipts.at(-1)).toEqual({
      kind: 'sent-back',
      amount: -100,
      date: TODAY,
      bankDate: TODAY,
    });
    expect(await lines.book(await addLine(portal), { sentBack: { reason: 'Not ours' } })).toMatchObject({
      status: 409,
      body: { current: { state: 'unmatched' } },
    });
    expect(
      (await lines.book(await receive(), { sentBack: { reason: 'x', bankDate: dayFromToday(1) } })).body
        .fields,
    ).toEqual({ 'sentBack.bankDate': 'The date must not be in the future.' });
  });

  it('older than a year is given to its owner under the day of the bank, but not before an imported balance', async () => {
    const [owner, imported] = [await addUser(portal, {}), await addUser(portal, {})];
    await addOpening(imported, -100);
    const lineId = await receive(dayFromToday(-500));

    expect((await lines.book(lineId, { parts: [part(imported)] })).body.fields['parts.0.userId']).toContain(
      'the day of the imported balance',
    );
    expect(await lines.book(lineId, { parts: [part(owner)] })).toMatchObject({ status: 200 });
    expect((await money.listPayments(owner)).body).toMatchObject([{ bankDate: dayFromToday(-500) }]);
    expect(
      (await lines.book(await addLine(portal, { date: dayFromToday(-500) }), { parts: [part(owner)] })).body
        .fields,
    ).toEqual({ 'parts.0.userId': 'The date must be at most a year back.' });
  });

  it('does not go back before it came', async () => {
    const lineId = await receive();

    expect(
      (await lines.book(lineId, { sentBack: { reason: 'x', bankDate: dayFromToday(-2) } })).body.fields,
    ).toEqual({ 'sentBack.bankDate': expect.stringMatching(/^The money came on /) });
    expect(await lines.book(lineId, { sentBack: { reason: 'x', bankDate: dayFromToday(-1) } })).toMatchObject(
      { status: 200 },
    );
  });

  it('is not put there twice', async () => {
    expect(await lines.book(await receive(), { unidentified: true })).toMatchObject({
      status: 409,
      body: { current: { state: 'unidentified' } },
    });
  });
});
