import { afterAll, beforeAll, expect, it } from 'vitest';
import { monthAfter } from '#shared/dates.ts';
import { daysOfMonth } from '#shared/months.ts';
import { closingCalls } from '#test/support/closings/closing-calls.ts';
import { addOpening, dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addCaller, addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { readCsvRecords } from '#test/support/portal/csv-records.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const VAT_NUMBER = '4123456789';
const LAST_MONTH = monthAfter(new Date(), -1);
const { from, to } = daysOfMonth(LAST_MONTH);
const CLERK = 'Nomsa Dube';

let portal: TestPortal;
let cookie: string;
let userId: number;
let paymentId: number;

const read = async (path: string) => (await portal.call('GET', path, { cookie })).body;

/** The names of who wrote the entries of a list, without repeats. */
const namesIn = (entries: { writtenBy: string | null }[]) => [
  ...new Set(entries.map(({ writtenBy }) => writtenBy)),
];

const today = dayFromToday(0);
const listRow = async (row: string, since = today) =>
  (await read(`/api/admin/ledger/entries?from=${since}&to=${today}&row=${row}`)).entries;

beforeAll(async () => {
  portal = await startTestPortal({
    settings: { SUPPLIER_VAT_NUMBER: VAT_NUMBER, VAT_TAX_PERIOD: 'monthly' },
  });
  cookie = (await addCaller(portal, 'admin')).cookie;
  const clerk = await addSignedInUser(portal, {
    user_role: 'admin',
    User_Name: 'Nomsa',
    User_Surname: 'Dube',
  });
  const [money, books] = [moneyCalls(portal, clerk), closingCalls(portal, clerk)];

  userId = await addUser(portal, {});
  await addOpening(userId, -90_000);
  paymentId = (await money.pay(await addUser(portal, {}), { date: to, amount: 100 })).body.id;
  const returned = (await money.pay(userId, { amount: 50 })).body.id;
  await money.reverse(returned);
  await money.correct(userId, { amount: 20 });
  await money.writeOffOpening(userId, { amount: 30 });
  const { id } = (await money.issue(userId, 230)).body;
  await money.credit(id, { amount: 23 });
  await money.pay(userId, { amount: 2000 });
  await money.refund(userId, { amount: 40 });

  await books.close(LAST_MONTH);
  await books.open(LAST_MONTH);
  await books.close(LAST_MONTH);
  const filed = await portal.call('POST', '/api/admin/vat-reports', {
    cookie: clerk.cookie,
    body: { period: LAST_MONTH, vatNumber: VAT_NUMBER },
  });
  expect(filed).toMatchObject({ status: 201, body: { filedBy: CLERK } });

  expect(await portal.call('DELETE', `/api/admin/users/${clerk.userId}`, { cookie })).toMatchObject({
    status: 204,
  });
});
afterAll(() => portal.stop());

it('the rows of the control account name a deleted administrator who wrote their entries', async () => {
  for (const row of ['invoices', 'creditNotes', 'returnedReceipts', 'refunds', 'writeOffs']) {
    expect(namesIn(await listRow(row)), row).toEqual([CLERK]);
  }
  expect(namesIn(await listRow('receipts', to))).toEqual([CLERK]);
});

it('the list for review names a deleted administrator beside each act, also beside the opening of a month with its reason', async () => {
  const reviewed = await listRow('review');

  expect(namesIn(reviewed)).toEqual([CLERK]);
  expect(reviewed.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
    'correction',
    'credit-note',
    'month-opening',
    'payment',
    'payment',
    'refund',
    'reversal',
    'write-off',
  ]);
  expect(reviewed.find(({ kind }: { kind: string }) => kind === 'month-opening').reason).toBe(
    'An invoice was forgotten',
  );
});

it('each closing names the deleted administrator who closed the month and who opened it again', async () => {
  expect(await read('/api/admin/closings')).toMatchObject([
    { month: LAST_MONTH, closedBy: CLERK, openedBy: null },
    { month: LAST_MONTH, closedBy: CLERK, openedBy: CLERK },
  ]);
});

it('the payments of a client name the deleted administrator who recorded and reversed them', async () => {
  const payments = await read(`/api/users/${userId}/payments`);

  expect(namesIn(payments)).toEqual([CLERK]);
  expect(payments.find(({ reversedAt }: { reversedAt: string }) => reversedAt)).toMatchObject({
    reversedBy: CLERK,
  });
  expect((await read(`/api/admin/users/${userId}/timeline?kind=payment`))[0]).toMatchObject({
    by: CLERK,
  });
});

it('a filed VAT report names the deleted administrator who filed it', async () => {
  expect(await read(`/api/admin/vat-report?period=${LAST_MONTH}`)).toMatchObject({ filedBy: CLERK });
});

it("the bookkeeper's file of a closed month names the deleted administrator", async () => {
  const { body } = await portal.call('GET', `/api/admin/ledger.csv?from=${from}&to=${to}`, { cookie });

  expect(readCsvRecords(body)).toMatchObject([{ Entry: String(paymentId), 'Written by': CLERK }]);
});
