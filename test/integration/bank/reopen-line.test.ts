import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { addLine, lineCalls, OPEN_AGAIN, readLineRows } from '#test/support/bank/line-calls.ts';
import { dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { listMails } from '#test/support/links/links.ts';
import { addVerified, runMailJob } from '#test/support/mails/mail-jobs.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

const TODAY = dayFromToday(0);

let money: ReturnType<typeof moneyCalls>;
let lines: ReturnType<typeof lineCalls>;
beforeAll(() => {
  money = moneyCalls(portal, admin);
  lines = lineCalls(portal, admin);
});

const part = (userId: number, amount = 100) => ({ userId, amount });
const findMail = async (userId: number, kind: string) => {
  const [mail] = await portal.connection
    .select()
    .from(mails)
    .where(sql`${mails.user_id} = ${userId} and ${mails.kind} = ${kind}`);

  return mail;
};

describe('a line that is opened again', () => {
  it('has its payments reversed on their day at the bank, and its clients are found anew', async () => {
    const wrong = await addUser(portal, {});
    const [right, OWNumber] = [await addUser(portal, { OWNumber: 'OW770077' }), 'OW770077'];
    const lineId = await addLine(portal, {
      date: dayFromToday(-2),
      description: `CREDIT TRANSFER ${OWNumber} RENT`,
    });
    const { body: booked } = await lines.book(lineId, { parts: [part(wrong)] });

    const { status, body } = await lines.reopen(lineId, { reason: 'Booked for the wrong client' });

    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        state: 'likely',
        proposals: [{ userId: right }],
        paymentIds: [],
        booked: [],
        bookedBy: null,
        bookedAt: null,
      },
    });
    expect((await money.listPayments(wrong)).body).toMatchObject([
      {
        id: booked.paymentIds[0],
        lineId: null,
        reversalReason: 'Booked for the wrong client',
        reversalBankDate: dayFromToday(-2),
      },
    ]);
    expect((await money.readDebt(wrong)).body).toMatchObject({ owed: 0, credit: 0 });
    expect((await readLineRows(portal, lineId)).bookings).toEqual([
      { entryId: booked.paymentIds[0], kind: 'payment', hasEnded: true },
    ]);
    expect(await lines.book(lineId, { parts: [part(right)] })).toMatchObject({ status: 200 });
  });

  it('needs a reason where payments are reversed, and stays as it is without one', async () => {
    const userId = await addUser(portal, {});
    const lineId = await addLine(portal);
    await lines.book(lineId, { parts: [part(userId)] });

    expect(await lines.reopen(lineId)).toMatchObject({
      status: 422,
      body: { fields: { reason: 'Reason is required' } },
    });
    expect((await money.listPayments(userId)).body).toMatchObject([{ reversedAt: null, lineId }]);
  });

  it('tells each client who was thanked, once, that the payment was not theirs', async () => {
    const thanked = await addVerified(portal);
    const lineId = await addLine(portal, { amount: '150.00' });
    const { body: line } = await lines.book(lineId, { parts: [part(thanked.userId, 150)] });
    const thanks = await findMail(thanked.userId, 'payment-received');
    await runMailJob(portal, thanks?.id ?? '');

    await lines.reopen(lineId, { reason: 'Wrong client' });

    expect(await listMails(portal, thanked.userId)).toContainEqual(
      expect.objectContaining({ kind: 'payment-not-yours', about: { paymentId: line.paymentIds[0] } }),
    );
    const mail = await findMail(thanked.userId, 'payment-not-yours');
    await runMailJob(portal, mail?.id ?? '');
    const { text } = await portal.mailbox.waitForMail(thanked.email, /not yours/);
    expect(text).toMatch(/R\s150,00/);
    expect(text).toContain('Nothing is owed.');
  });

  it('tells a client who was thanked for several lines at once of the one that was not theirs', async () => {
    const { userId } = await addVerified(portal);
    const [kept, undone] = [await addLine(portal), await addLine(portal)];
    const { body: first } = await lines.book(kept, { parts: [part(userId)] });
    const { body: second } = await lines.book(undone, { parts: [part(userId)] });
    const [paymentId, undoneId] = [first.paymentIds[0], second.paymentIds[0]];
    await portal.connection.delete(mails).where(sql`${mails.key} = ${`payment:${undoneId}`}`);
    await portal.connection
      .update(mails)
      .set({ about: { paymentId, paymentIds: [paymentId, undoneId] }, state: 'sent' })
      .where(sql`${mails.key} = ${`payment:${paymentId}`}`);

    await lines.reopen(undone, { reason: 'Wrong client' });

    expect(await findMail(userId, 'payment-not-yours')).toMatchObject({ about: { paymentId: undoneId } });
  });

  it('takes no thanks back that did not leave yet, and they never do', async () => {
    const { userId } = await addVerified(portal);
    const lineId = await addLine(portal);
    await lines.book(lineId, { parts: [part(userId)] });
    const thanks = await findMail(userId, 'payment-received');

    await lines.reopen(lineId, { reason: 'Wrong client' });
    await runMailJob(portal, thanks?.id ?? '');

    const { rows } = await portal.connection.execute(
      sql`select kind, state from ${mails} where user_id = ${userId}`,
    );
    expect(rows).toEqual([{ kind: 'payment-received', state: 'skipped' }]);
  });

  it('a client who was not thanked gets no mail', async () => {
    const { userId } = await addVerified(portal);
    const lineId = await addLine(portal, { date: dayFromToday(-8) });
    await lines.book(lineId, { parts: [part(userId)] });

    await lines.reopen(lineId, { reason: 'Wrong client' });

    expect(await listMails(portal, userId)).toEqual([]);
  });

  it('leaves payments that it had joined as they are, without a line', async () => {
    const userId = await addUser(portal, {});
    const { body: payment } = await money.pay(userId);
    const lineId = await addLine(portal);
    await lines.book(lineId, { paymentIds: [payment.id] });

    expect(await lines.reopen(lineId)).toMatchObject({ status: 200, body: { state: OPEN_AGAIN } });

    expect((await money.listPayments(userId)).body).toMatchObject([
      { id: payment.id, reversedAt: null, lineId: null },
    ]);
    expect(await money.reverse(payment.id)).toMatchObject({ status: 201 });
  });

  it('is no longer among the unidentified receipts, also if its money was said to be sent back', async () => {
    const [lineId, sentBack] = [await addLine(portal), await addLine(portal)];
    for (const id of [lineId, sentBack]) {
      await lines.book(id, { unidentified: true });
    }
    await lines.book(sentBack, { sentBack: { reason: 'Not ours' } });

    for (const id of [lineId, sentBack]) {
      expect(await lines.reopen(id)).toMatchObject({ status: 200, body: { state: OPEN_AGAIN } });
    }

    const day = { date: TODAY, bankDate: TODAY };
    expect((await readLineRows(portal, lineId)).receipts).toEqual([
      { kind: 'in', amount: 100, ...day },
      { kind: 'moved', amount: -100, ...day },
    ]);
    expect((await readLineRows(portal, sentBack)).receipts.map(({ kind, amount }) => [kind, amount])).toEqual(
      [
        ['in', 100],
        ['sent-back', -100],
        ['sent-back', 100],
        ['moved', -100],
      ],
    );
  });

  it('whose client was deleted stays as it is', async () => {
    const userId = await addUser(portal, {});
    const lineId = await addLine(portal);
    await money.issue(userId, 100);
    await lines.book(lineId, { parts: [part(userId)] });
    await portal.call('DELETE', `/api/admin/users/${userId}`, { cookie: admin.cookie });

    expect(await lines.reopen(lineId, { reason: 'Wrong client' })).toMatchObject({
      status: 409,
      body: { message: 'A client of this line was deleted, so it stays as it is.' },
    });
  });
});

describe('a line that is ignored', () => {
  it('is no longer open, and is open again when that is undone', async () => {
    const lineId = await addLine(portal);

    expect(await lines.ignore(lineId)).toMatchObject({
      status: 200,
      body: { state: 'ignored', bookedBy: expect.any(String) },
    });
    expect(await lines.ignore(lineId)).toMatchObject({
      status: 409,
      body: { current: { state: 'ignored' } },
    });
    expect(await lines.reopen(lineId)).toMatchObject({ status: 200, body: { state: OPEN_AGAIN } });
    expect(await lines.reopen(lineId)).toMatchObject({
      status: 409,
      body: { message: 'This line is open.', current: { state: OPEN_AGAIN } },
    });
  });

  it('an unknown line answers 404', async () => {
    expect(await lines.ignore(2_000_000_000)).toMatchObject({ status: 404 });
    expect(await lines.reopen(2_000_000_000)).toMatchObject({ status: 404 });
  });
});
