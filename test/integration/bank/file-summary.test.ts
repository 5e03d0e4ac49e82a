import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mails } from '#functions/database/schema/mails-tables.ts';
import type { BankFileSummary } from '#shared/contract/bank/bank-files.ts';
import { addBankLines } from '#test/support/bank/add-bank-lines.ts';
import { lineCalls } from '#test/support/bank/line-calls.ts';
import { dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addVerified } from '#test/support/mails/mail-jobs.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const OVERDUE = dayFromToday(-20);
const NOT_YET_DUE = dayFromToday(10);

let portal: TestPortal;
let admin: Awaited<ReturnType<typeof addCaller>>;
beforeAll(async () => {
  // What all clients have overdue is counted.
  portal = await startTestPortal();
  admin = await addCaller(portal, 'admin');
});
afterAll(() => portal.stop());

const summarize = async (fileId: number) => {
  const { status, body } = await portal.call('GET', `/api/admin/bank-files/${fileId}/summary`, admin);

  return { status, body: body as BankFileSummary };
};

/** Writes invoices of these amounts in rand for a client who is mailed, or whose address is not verified. */
const addClient = async (isMailed: boolean, ...owed: [amount: number, dueDate: string][]) => {
  const userId = isMailed ? (await addVerified(portal)).userId : await addUser(portal, {});
  for (const [amount, dueDate] of owed) {
    await writeAccount(portal, userId).issue(dayFromToday(-30), 100 * amount, dueDate);
  }

  return userId;
};

it('a file says what its bookings came to, as the ledger has it', async () => {
  const money = moneyCalls(portal, admin);
  const lines = lineCalls(portal, admin);
  const done = async (answer: Promise<{ status: number; body: { paymentIds?: number[] } }>) => {
    const { status, body } = await answer;
    expect(status).toBe(200);

    return body.paymentIds ?? [];
  };
  const overpaid = await addClient(true, [100, OVERDUE], [250, NOT_YET_DUE]);
  const owesNothing = await addClient(false);
  const paidInPart = await addClient(true, [500, OVERDUE]);
  const [first, second] = [await addClient(true, [200, OVERDUE]), await addClient(false, [700, OVERDUE])];
  const undone = await addClient(true, [150, OVERDUE]);
  const returned = await addClient(true, [250, OVERDUE]);
  const cameAndWent = await addClient(true, [120, OVERDUE]);
  const recorded = await addClient(false, [80, OVERDUE]);
  const earlier = await writeAccount(portal, returned).pay(dayFromToday(-25), 25_000);
  const { body: typed } = await money.pay(recorded, { amount: 80 });
  const { fileId, lineIds } = await addBankLines(portal.connection, [
    // Too old for a mail of thanks.
    { amount: '500.00', date: dayFromToday(-10) },
    { amount: '400.00' },
    { amount: '300.00' },
    { amount: '600.00' },
    { amount: '150.00' },
    { amount: '-250.00', state: 'returned' },
    { amount: '120.00' },
    { amount: '-120.00', state: 'returned' },
    { amount: '80.00' },
    { amount: '90.00' },
  ]);
  const line = (place: number) => lineIds[place] ?? 0;
  const part = (userId: number, amount: number) => ({ userId, amount });

  expect((await summarize(fileId)).body).toEqual({
    received: 0,
    clients: 0,
    thanked: 0,
    returned: 0,
    unidentified: 0,
    overdueWithout: 100 + 500 + 200 + 700 + 150 + 120,
    overdueNow: 100 + 500 + 200 + 700 + 150 + 120,
    overdueClients: 6,
  });

  await done(lines.book(line(0), { parts: [part(overpaid, 500)] }));
  await done(lines.book(line(1), { parts: [part(owesNothing, 400)] }));
  await done(lines.book(line(2), { parts: [part(paidInPart, 300)] }));
  await done(lines.book(line(3), { parts: [part(first, 200), part(second, 400)] }));
  await done(lines.book(line(4), { parts: [part(undone, 150)] }));
  await done(lines.reopen(line(4), { reason: 'Another client paid' }));
  await done(lines.ignore(line(4)));
  await done(lines.book(line(5), { reverses: earlier, reason: 'The bank returned it' }));
  const [gone = 0] = await done(lines.book(line(6), { parts: [part(cameAndWent, 120)] }));
  await done(lines.book(line(7), { reverses: gone, reason: 'The bank returned it' }));
  await done(lines.book(line(8), { paymentIds: [typed.id] }));
  await done(lines.book(line(9), { unidentified: true }));

  const summary = {
    received: 500 + 400 + 300 + 600 + 80,
    clients: 6,
    // Who paid in part, and the first of the divided line.
    thanked: 2,
    returned: 250 + 120,
    unidentified: 90,
    // What was returned was not overdue before the bank took it back.
    overdueWithout: 100 + 500 + 200 + 700 + 150 + 120,
    overdueNow: 200 + 300 + 150 + 250 + 120,
    overdueClients: 5,
  };
  expect(await summarize(fileId)).toEqual({ status: 200, body: summary });

  // What is paid since by hand is overdue neither with the file nor without it.
  expect(await money.pay(paidInPart, { amount: 200 })).toMatchObject({ status: 201 });
  expect(await money.pay(returned, { amount: 250 })).toMatchObject({ status: 201 });
  await portal.connection
    .update(mails)
    .set({ state: 'bounced' })
    .where(and(eq(mails.user_id, first), eq(mails.kind, 'payment-received')));
  expect((await summarize(fileId)).body).toEqual({
    ...summary,
    thanked: 1,
    overdueWithout: summary.overdueWithout - 200,
    overdueNow: summary.overdueNow - 200 - 250,
    overdueClients: 3,
  });
});

it('a file that is not there has no summary', async () => {
  expect(await summarize(999_999)).toMatchObject({
    status: 404,
    body: { message: 'This file was not found.' },
  });
});
