import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertOpeningEntries } from '#functions/adapters/database/payments/opening-entry.ts';
import { monthAfter } from '#shared/dates.ts';
import { closingCalls } from '#test/support/closings/closing-calls.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { readCsvRecords } from '#test/support/portal/csv-records.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const CLOSED_MONTH = monthAfter(new Date(), -1);
const CLOSED_DAY = `${CLOSED_MONTH}-05`;
const LATER_CLOSED_DAY = `${CLOSED_MONTH}-20`;
const FIRST_OPEN_DAY = `${monthAfter(new Date(), 0)}-01`;
const TODAY = dayFromToday(0);

let portal: TestPortal;
let admin: Awaited<ReturnType<typeof addCaller>>;
let books: ReturnType<typeof closingCalls>;
let money: ReturnType<typeof moneyCalls>;

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addCaller(portal, 'admin');
  books = closingCalls(portal, admin);
  money = moneyCalls(portal, admin);
});
afterAll(() => portal.stop());
beforeEach(() => connectAsOwner().execute(sql`truncate book_closings, closing_debtors`));

describe('a payment of a day in a closed month', () => {
  it('stands on the first open day, also what it pays, and keeps its bank date', async () => {
    const { userId, cookie } = await addCaller(portal, 'client');
    const { body: invoice } = await money.issue(userId, 100);
    await books.close(CLOSED_MONTH);

    const { status, body } = await money.pay(userId, { date: CLOSED_DAY });

    expect(status).toBe(201);
    expect(body).toMatchObject({ date: FIRST_OPEN_DAY, bankDate: CLOSED_DAY, writtenBy: 'Thandi Nkosi' });
    expect(body.allocations).toMatchObject([{ invoiceId: invoice.id, amount: 100 }]);
    expect((await money.listPayments(userId)).body).toMatchObject([body]);
    const { body: own } = await portal.call('GET', `/api/users/${userId}/payments`, { cookie });
    expect(own).toMatchObject([{ date: FIRST_OPEN_DAY, bankDate: CLOSED_DAY }]);
    const { body: statement } = await portal.call(
      'GET',
      `/api/users/${userId}/statement?from=${CLOSED_DAY}&to=${TODAY}`,
      admin,
    );
    expect(statement.lines).toContainEqual(
      expect.objectContaining({ kind: 'payment', date: FIRST_OPEN_DAY, bankDate: CLOSED_DAY }),
    );
    const { body: file } = await portal.call(
      'GET',
      `/api/users/${userId}/statement.csv?from=${CLOSED_DAY}&to=${TODAY}`,
      { cookie },
    );
    expect(readCsvRecords(file).find(({ Type }) => Type === 'payment')).toMatchObject({
      Date: FIRST_OPEN_DAY,
      'Bank date': CLOSED_DAY,
    });
  });

  it('is shown with its bank date as the last payment of a debtor, unless the bank moved money of another one later', async () => {
    const { userId } = await addCaller(portal, 'client');
    await money.issue(userId, 1000);
    const lastPaymentOn = async (query: string) => {
      const { body } = await portal.call('GET', `/api/admin/debtors?limit=100${query}`, admin);

      return body.debtors.find((debtor: { userId: number }) => debtor.userId === userId)?.lastPaymentDate;
    };
    await money.pay(userId, { amount: 10, date: LATER_CLOSED_DAY });
    const { body: second } = await money.pay(userId, { amount: 10, date: LATER_CLOSED_DAY });
    await books.close(CLOSED_MONTH);
    await money.pay(userId, { amount: 10, date: CLOSED_DAY });
    expect(await lastPaymentOn('')).toBe(LATER_CLOSED_DAY);
    await money.reverse(second.id);
    expect(await lastPaymentOn('&sort=lastPayment')).toBe(LATER_CLOSED_DAY);

    const { body: newest } = await money.pay(userId, { amount: 10, date: TODAY });
    expect(await lastPaymentOn('')).toBe(TODAY);
    await money.reverse(newest.id);
    expect(await lastPaymentOn('')).toBe(LATER_CLOSED_DAY);
  });

  it('stands on its own day while its month is open, and again once it was opened', async () => {
    const userId = await addUser(portal, {});
    expect((await money.pay(userId, { date: CLOSED_DAY })).body).toMatchObject({ date: CLOSED_DAY });
    await books.close(CLOSED_MONTH);
    expect((await money.pay(userId, { date: CLOSED_DAY })).body).toMatchObject({ date: FIRST_OPEN_DAY });
    await books.open(CLOSED_MONTH);

    expect((await money.pay(userId, { date: CLOSED_DAY })).body).toMatchObject({ date: CLOSED_DAY });
  });

  it('is told before: an administrator reads the first open day with the debt, a client does not', async () => {
    const { userId, cookie } = await addCaller(portal, 'client');
    expect((await money.readDebt(userId)).body).toMatchObject({ firstOpenDay: null });
    await books.close(CLOSED_MONTH);

    expect((await money.readDebt(userId)).body).toMatchObject({ firstOpenDay: FIRST_OPEN_DAY });
    const { body: own } = await portal.call('GET', `/api/users/${userId}/debt`, { cookie });
    expect(own).not.toHaveProperty('firstOpenDay');
  });

  it('is recorded again under the bank date of the reversed one', async () => {
    const userId = await addUser(portal, { User_Date: `${dayFromToday(0)}T08:00:00Z`, User_Debit: '-5.00' });
    const { body: first } = await money.pay(userId, { date: TODAY });
    await connectAsOwner().execute(sql`
      update ledger_entries set bank_date = ${CLOSED_DAY}::date where id = ${first.id}::bigint`);
    await money.reverse(first.id);

    expect((await money.pay(userId, { date: CLOSED_DAY })).status).toBe(422);
    expect(await money.pay(userId, { date: CLOSED_DAY, replaces: first.id })).toMatchObject({
      status: 201,
      body: { bankDate: CLOSED_DAY },
    });
  });
});

describe('the bank date of a refund or reversal', () => {
  it('is today if none is given, and may be any earlier day, while the entry bears today', async () => {
    const userId = await addUser(portal, {});
    const { body: one } = await money.pay(userId);
    const { body: two } = await money.pay(userId, { amount: 50 });

    expect((await money.refund(userId, { amount: 10 })).body).toMatchObject({
      date: TODAY,
      bankDate: TODAY,
      writtenBy: 'Thandi Nkosi',
      createdAt: expect.any(String),
    });
    expect((await money.refund(userId, { amount: 10, bankDate: CLOSED_DAY })).body).toMatchObject({
      date: TODAY,
      bankDate: CLOSED_DAY,
    });
    expect((await money.reverse(one.id)).body).toMatchObject({ reversalBankDate: TODAY });
    expect((await money.reverse(two.id, { reason: 'Returned', bankDate: CLOSED_DAY })).body).toMatchObject({
      bankDate: TODAY,
      reversalBankDate: CLOSED_DAY,
      reversedBy: 'Thandi Nkosi',
    });
  });

  it('is refused at its field if it is in the future, and nothing is written', async () => {
    const userId = await addUser(portal, {});
    const { body: paid } = await money.pay(userId);
    const bankDate = dayFromToday(1);
    const refused = { status: 422, body: { fields: { bankDate: 'The date must not be in the future.' } } };

    expect(await money.refund(userId, { amount: 1, bankDate })).toMatchObject(refused);
    expect(await money.reverse(paid.id, { reason: 'Returned', bankDate })).toMatchObject(refused);
    expect((await money.refund(userId, { amount: 1, bankDate: '2026-02-30' })).status).toBe(400);
    expect((await money.readDebt(userId)).body).toMatchObject({ credit: 100 });
  });
});

describe('an imported balance of a day in a closed month', () => {
  const readOpening = async (takenOn: string, due: string | null) => {
    const userId = await addUser(portal, {});
    const owner = connectAsOwner();
    await owner.execute(sql`update users set "User_Debit" = -10 where "User_Id" = ${userId}`);
    await owner.execute(
      insertOpeningEntries(sql`
        select ${userId}::int as user_id, ${takenOn}::date as taken_on, -10::numeric as balance, ${due}::date as due_date`),
    );
    const { rows } = await owner.execute(sql`
      select date::text, age_date::text as "ageDate" from ledger_items where user_id = ${userId}`);

    return rows[0];
  };

  it('stands on the first open day and keeps its age, by its due date or the day that it was taken on', async () => {
    const due = `${CLOSED_MONTH}-02`;
    expect(await readOpening(CLOSED_DAY, null)).toEqual({ date: CLOSED_DAY, ageDate: CLOSED_DAY });
    await books.close(CLOSED_MONTH);

    expect(await readOpening(CLOSED_DAY, null)).toEqual({ date: FIRST_OPEN_DAY, ageDate: CLOSED_DAY });
    expect(await readOpening(CLOSED_DAY, due)).toEqual({ date: FIRST_OPEN_DAY, ageDate: due });
    expect(await readOpening(TODAY, null)).toEqual({ date: TODAY, ageDate: TODAY });
  });
});
