import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { addLine, lineCalls } from '#test/support/bank/line-calls.ts';
import { addOpening, dayFromToday, moneyCalls, readLedger } from '#test/support/ledger/money-calls.ts';
import { listMails } from '#test/support/links/links.ts';
import { addVerified } from '#test/support/mails/mail-jobs.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

let money: ReturnType<typeof moneyCalls>;
let lines: ReturnType<typeof lineCalls>;
beforeAll(() => {
  money = moneyCalls(portal, admin);
  lines = lineCalls(portal, admin);
});

const REASON = 'It was another client';

it('a payment that was typed for the wrong client is moved with its day, method and reference in one act', async () => {
  const [wrong, right] = [await addVerified(portal), await addVerified(portal)];
  const { body: invoice } = await money.issue(right.userId, 70);
  const { body: payment } = await money.pay(wrong.userId, {
    date: dayFromToday(-3),
    method: 'cash',
    reference: 'Slip 12',
  });

  await portal.connection.update(mails).set({ state: 'sent' }).where(eq(mails.user_id, wrong.userId));

  const { status, body } = await lines.move(payment.id, { userId: right.userId, reason: REASON });

  expect({ status, body }).toMatchObject({
    status: 201,
    body: {
      userId: right.userId,
      bankDate: dayFromToday(-3),
      amount: 100,
      method: 'cash',
      reference: 'Slip 12',
      allocations: [{ invoiceId: invoice.id, amount: 70 }],
      unallocated: 30,
    },
  });
  expect((await money.listPayments(wrong.userId)).body).toMatchObject([
    { id: payment.id, reversalReason: REASON, reversalBankDate: dayFromToday(-3) },
  ]);
  expect((await money.readDebt(wrong.userId)).body).toMatchObject({ owed: 0, credit: 0 });
  expect(await listMails(portal, wrong.userId)).toContainEqual(
    expect.objectContaining({ kind: 'payment-not-yours', about: { paymentId: payment.id } }),
  );
  expect(await listMails(portal, right.userId)).toContainEqual(
    expect.objectContaining({
      kind: 'payment-received',
      about: { paymentId: body.id, paymentIds: [body.id] },
    }),
  );
  expect(
    await portal.connection
      .select({ record: auditLog.record, changes: auditLog.changes })
      .from(auditLog)
      .where(sql`action = 'payments.move' and record like ${`% of user ${right.userId}`}`)
      .orderBy(auditLog.id),
  ).toEqual([
    {
      record: `payment ${body.id} of user ${right.userId}`,
      changes: { amount: 100, replaces: payment.id },
    },
  ]);
});

it('a repeated key moves a payment once, and a moved payment is not moved again', async () => {
  const [wrong, right] = [await addUser(portal, {}), await addUser(portal, {})];
  const { body: payment } = await money.pay(wrong);
  const key = { 'idempotency-key': crypto.randomUUID() };

  const first = await lines.move(payment.id, { userId: right, reason: REASON }, key);
  const second = await lines.move(payment.id, { userId: right, reason: REASON }, key);

  expect(second.body).toEqual(first.body);
  expect((await readLedger(portal, right)).entries).toHaveLength(1);
  expect(await lines.move(payment.id, { userId: right, reason: REASON })).toMatchObject({
    status: 409,
    body: { message: 'This payment is reversed already.' },
  });
});

it('a payment that came from the bank is moved only through its line', async () => {
  const [wrong, right] = [await addUser(portal, {}), await addUser(portal, {})];
  const lineId = await addLine(portal);
  const { body: line } = await lines.book(lineId, { parts: [{ userId: wrong, amount: 100 }] });

  expect(await lines.move(line.paymentIds[0], { userId: right, reason: REASON })).toMatchObject({
    status: 409,
    body: { lineId, message: 'This payment came from the bank. Open its line again instead.' },
  });
  expect((await readLedger(portal, right)).entries).toEqual([]);
});

it('the same client, an administrator, one with a later take-on balance and unknown ids are refused', async () => {
  const [wrong, later] = [await addUser(portal, {}), await addUser(portal, {})];
  await addOpening(later, -100);
  const { body: payment } = await money.pay(wrong, { date: dayFromToday(-1) });
  const move = (userId: number, paymentId = payment.id) => lines.move(paymentId, { userId, reason: REASON });

  expect(await move(wrong)).toMatchObject({
    status: 422,
    body: { fields: { userId: 'This payment is in the account of this client.' } },
  });
  expect(await move(admin.userId)).toMatchObject({
    status: 422,
    body: { fields: { userId: 'This is an administrator, not a client.' } },
  });
  expect((await move(later)).body.fields.userId).toContain('the day of the imported balance');
  expect(await move(2_000_000_000)).toMatchObject({ status: 404 });
  expect(await move(later, 2_000_000_000)).toMatchObject({ status: 404 });
  expect((await readLedger(portal, wrong)).entries).toHaveLength(1);
});
