import { beforeAll, expect, it } from 'vitest';
import { makeMailContents } from '#functions/adapters/database/mails/mail-contents.ts';
import { makePaymentStore } from '#functions/adapters/database/payments/sql-payment-store.ts';
import { addOpening, dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

let money: ReturnType<typeof moneyCalls>;

beforeAll(() => {
  money = moneyCalls(portal, admin);
});

const TODAY = dayFromToday(0);
const NOTHING = { amount: 0, invoices: 0, hasOpening: false, refunds: 0 };

const issue = async (userId: number, amount: number): Promise<number> =>
  (await money.issue(userId, amount)).body.id;

/** What each place says of a client's account that is written off. */
const readPlaces = async (userId: number, cookie: string) => {
  const period = `from=${dayFromToday(-40)}&to=${TODAY}`;
  const { body: debt } = await portal.call('GET', `/api/users/${userId}/debt`, { cookie });
  const { body: statement } = await portal.call('GET', `/api/users/${userId}/statement?${period}`, {
    cookie,
  });
  const { body: record } = await portal.call('GET', `/api/admin/users/${userId}/summary`, admin);

  return {
    owed: debt.owed,
    items: debt.items.map(({ kind, amountDue, writtenOff }: Record<string, unknown>) => [
      kind,
      amountDue,
      writtenOff,
    ]),
    statement: statement.stillPayable,
    record: [record.owed, record.writtenOff],
  };
};

it('the client reads what is written off behind what is due, apart from what is owed, and never its reason', async () => {
  const { userId, cookie } = await addCaller(portal, 'client');
  await addOpening(userId, -3_000);
  await money.writeOffOpening(userId, { amount: 10 });
  await money.writeOff(await issue(userId, 100), { amount: 100 });
  await money.writeOff(await issue(userId, 50), { amount: 15.5 });

  expect(await readPlaces(userId, cookie)).toEqual({
    owed: 54.5,
    items: [
      ['opening', 20, 10],
      ['invoice', 34.5, 15.5],
      ['invoice', 0, 100],
    ],
    statement: { amount: 125.5, invoices: 2, hasOpening: true, refunds: 0 },
    record: [54.5, 125.5],
  });
  const { body } = await portal.call('GET', `/api/users/${userId}/debt`, { cookie });
  expect(JSON.stringify(body)).not.toMatch(/collect/i);
});

it('a refund that is written off is still payable', async () => {
  const { userId, cookie } = await addCaller(portal, 'client');
  const { body: paid } = await money.pay(userId, { amount: 40 });
  await money.refund(userId, { amount: 40 });
  await money.reverse(paid.id);
  await money.writeOffClients([userId]);

  expect(await readPlaces(userId, cookie)).toMatchObject({
    owed: 0,
    items: [['refund', 0, 40]],
    statement: { ...NOTHING, amount: 40, refunds: 1 },
  });
});

it.each([
  ['taken back', (invoiceId: number) => money.undoWriteOff(invoiceId), 100],
  [
    'recovered',
    (invoiceId: number, userId: number) =>
      money.pay(userId, { amount: 100, allocations: [{ invoiceId, amount: 100 }] }),
    0,
  ],
])('nothing is still payable once the write-off is %s', async (_, end, owed) => {
  const { userId, cookie } = await addCaller(portal, 'client');
  const invoiceId = await issue(userId, 100);
  await money.writeOff(invoiceId, { amount: 100 });
  await end(invoiceId, userId);

  expect(await readPlaces(userId, cookie)).toEqual({
    owed,
    items: owed > 0 ? [['invoice', 100, 0]] : [],
    statement: NOTHING,
    record: [owed, 0],
  });
});

it('the file of a statement ends with what is still payable', async () => {
  const { userId, cookie } = await addCaller(portal, 'client');
  await money.writeOff(await issue(userId, 337), { amount: 337 });

  const path = `/api/users/${userId}/statement.csv?from=${TODAY}&to=${TODAY}`;
  const { body } = await portal.call('GET', path, { cookie });

  expect(Buffer.from(body).toString().trim().split('\r\n').at(-1)).toBe(
    `${TODAY},,,"No longer in our books, still payable",,,337.00,,`,
  );
});

it('mails of an invoice, a credit note and a payment read what is written off apart from what was paid', async () => {
  const { userId } = await addCaller(portal, 'client');
  const off = await issue(userId, 337);
  await money.writeOff(off, { amount: 300 });
  const { body: note } = await money.credit(await issue(userId, 10), { amount: 10 });
  const { body: paid } = await money.pay(userId, { amount: 37 });
  const mails = makeMailContents(portal.connection);
  const account = { balanceCents: 0, stillPayable: { ...NOTHING, amount: 300, invoices: 1 } };

  expect(await mails.findInvoice(off)).toMatchObject({
    totalCents: 33_700,
    dueCents: 0,
    writtenOffCents: 30_000,
  });
  expect(await mails.findCreditNote(note.id)).toMatchObject({ account });
  expect(await makePaymentStore(portal.connection).findWithAccount([paid.id])).toMatchObject({ account });
});
