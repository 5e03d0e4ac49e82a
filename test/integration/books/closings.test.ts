import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayAfter } from '#shared/dates.ts';
import { addBankLines } from '#test/support/bank/add-bank-lines.ts';
import { closingCalls } from '#test/support/closings/closing-calls.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let books: ReturnType<typeof closingCalls>;
let other: ReturnType<typeof closingCalls>;
let money: ReturnType<typeof moneyCalls>;

beforeAll(async () => {
  portal = await startTestPortal();
  const admin = await addCaller(portal, 'admin');
  books = closingCalls(portal, admin);
  money = moneyCalls(portal, admin);
  other = closingCalls(portal, await addCaller(portal, 'admin'));
  await writeAccount(portal, await addUser(portal, {})).pay('2023-01-10', 100);
});
afterAll(() => portal.stop());

beforeEach(() =>
  connectAsOwner().execute(sql`truncate book_closings, closing_debtors, vat_reports, vat_report_documents`),
);

const readRows = async () => {
  const { rows } = await portal.connection.execute(sql`
    select last_day::text, totals is not null as "hasFigures", opened_at is not null as "isOpened" from book_closings
    order by id`);

  return rows;
};

const countAudited = async (action: string) => {
  const { rows } = await portal.connection.execute(sql`
    select count(*) as count from audit_log where action = ${action} and record = 'month 2023-03'`);

  return rows[0]?.count;
};

/** Fails each update that brings figures, as if the closing were killed before it. */
const withoutFigures = async <T>(run: () => Promise<T>): Promise<T> => {
  const owner = connectAsOwner();
  await owner.execute(
    sql`alter table book_closings add constraint no_figures check (totals is null) not valid`,
  );
  const result = await run();
  await owner.execute(sql`alter table book_closings drop constraint no_figures`);

  return result;
};

describe('closing a month', () => {
  it('the first closing may not be of a month before the books begin, so that no month without entries is left to close', async () => {
    expect(await books.close('2022-12')).toMatchObject({
      status: 409,
      body: {
        code: 'not_next',
        message: 'The books begin in January 2023. Please close that month or a later one.',
      },
    });
    expect(await readRows()).toEqual([]);
  });

  it('the first closing may be of any month of the books that is over; after it only the next month is closed', async () => {
    expect(await books.close('2023-03')).toMatchObject({
      status: 201,
      body: { month: '2023-03', closedBy: 'Thandi Nkosi', totals: { isClosed: true }, openedAt: null },
    });

    expect(await books.close('2023-05')).toMatchObject({
      status: 409,
      body: { code: 'not_next', message: 'Please close April 2023 first.' },
    });
    expect(await books.close('2022-12')).toMatchObject({
      status: 409,
      body: { code: 'not_next', message: 'December 2022 is closed already.' },
    });
    expect(await books.close('2023-03')).toMatchObject({ status: 409, body: { code: 'not_next' } });
    expect((await books.close('2023-04')).status).toBe(201);
    expect((await books.list()).body.map(({ month }: { month: string }) => month)).toEqual([
      '2023-04',
      '2023-03',
    ]);
  });

  it.each(['2023-13', '0000-01', '2023-1', '', '2023-01-31'])(
    "'%s' is refused at the field of the month",
    async (month) => {
      expect(await books.close(month)).toMatchObject({
        status: 400,
        body: { fields: { month: 'Month must have the form YYYY-MM, such as 2026-10' } },
      });
    },
  );

  it('two administrators who close one month at once close it once', async () => {
    const before = await countAudited('books.close-month');
    const answers = await Promise.all([
      books.close('2023-03'),
      other.close('2023-03'),
      books.close('2023-03'),
    ]);

    for (const { status } of answers) {
      expect([201, 409]).toContain(status);
    }
    expect(await readRows()).toEqual([{ last_day: '2023-03-31', hasFigures: true, isOpened: false }]);
    expect(await countAudited('books.close-month')).toBe(Number(before) + 1);
  });

  it('a request that is repeated with its key gets its first answer, and another month under that key 422', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const first = await books.close('2023-03', key);
    await books.open('2023-03');

    expect(await books.close('2023-03', key)).toMatchObject({ status: 201, body: first.body });
    expect((await books.close('2023-04', key)).status).toBe(422);
    expect(await readRows()).toEqual([{ last_day: '2023-03-31', hasFigures: true, isOpened: true }]);
  });

  it('a closing that ends between its halves keeps the month closed, and the same request stores its figures', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    expect((await withoutFigures(() => books.close('2023-03', key))).status).toBe(500);
    expect(await readRows()).toEqual([{ last_day: '2023-03-31', hasFigures: false, isOpened: false }]);
    expect((await books.list()).body).toMatchObject([
      { month: '2023-03', totals: null, ageing: null, vat: null },
    ]);

    const { status, body } = await books.close('2023-03', key);

    expect(status).toBe(201);
    expect(body).toMatchObject({ month: '2023-03', totals: { to: '2023-03-31' }, ageing: { notDue: 0 } });
    expect((await books.list()).body).toEqual([body]);
  });

  it('a closing without figures is completed by a request without a key, also after the next month was closed', async () => {
    await withoutFigures(() => books.close('2023-03'));
    expect((await books.close('2023-04')).status).toBe(201);

    expect((await books.close('2023-03')).status).toBe(201);
    expect(await books.close('2023-03')).toMatchObject({ status: 409, body: { code: 'not_next' } });
    expect(await readRows()).toEqual([
      { last_day: '2023-03-31', hasFigures: true, isOpened: false },
      { last_day: '2023-04-30', hasFigures: true, isOpened: false },
    ]);
  });
});

describe('opening a month', () => {
  it('the newest closing is opened with a reason; its figures stay beside those of the next closing', async () => {
    const userId = await addUser(portal, {});
    await writeAccount(portal, userId).issue('2023-03-05', 10_000, '2023-03-12');
    const { body: first } = await books.close('2023-03');

    expect(await books.open('2023-03', { reason: 'Too early' })).toMatchObject({
      status: 200,
      body: { ...first, openedAt: expect.any(String), openedBy: 'Thandi Nkosi', reason: 'Too early' },
    });
    expect(await countAudited('books.open-month')).toBeGreaterThan(0);
    await writeAccount(portal, userId).issue('2023-03-06', 5_000, '2023-03-12');
    await books.close('2023-03');

    expect((await books.list()).body).toMatchObject([
      { openedAt: null, totals: { invoices: first.totals.invoices + 50 } },
      { reason: 'Too early', totals: first.totals, ageing: first.ageing, vat: first.vat },
    ]);
  });

  it('an earlier month stays closed, and one that has no closing answers 404', async () => {
    await books.close('2023-03');
    await books.close('2023-04');

    expect(await books.open('2023-03')).toMatchObject({
      status: 409,
      body: { code: 'not_newest', message: 'Only the newest closed month can be opened: April 2023.' },
    });
    expect((await books.open('2023-05')).status).toBe(404);
    expect((await books.open('2023-02')).status).toBe(404);
    expect((await books.open('2023-04')).status).toBe(200);
    expect((await books.open('2023-04')).status).toBe(404);
  });

  it('a reason is asked for at its field', async () => {
    await books.close('2023-03');

    expect(await books.open('2023-03', { reason: ' ' })).toMatchObject({
      status: 400,
      body: { fields: { reason: 'Reason is required' } },
    });
    expect(await readRows()).toMatchObject([{ isOpened: false }]);
  });

  it.each([
    ['of the month', '2023-04-01', '2023-04-30'],
    ['of two months that ends with it', '2023-03-01', '2023-04-30'],
    ['of two months that begins with it', '2023-04-01', '2023-05-31'],
  ])('a filed VAT report %s keeps it closed', async (_, from, to) => {
    await books.close('2023-03');
    await books.close('2023-04');
    await portal.connection.execute(sql`
      insert into vat_reports (from_day, to_day, vat_number, figures, filed_at, filed_by)
      values (${from}::date, ${to}::date, '4870261234', '{}', now(), 1)`);

    expect(await books.open('2023-04')).toMatchObject({ status: 409, body: { code: 'filed' } });
    expect((await books.list()).body[0]).toMatchObject({ month: '2023-04', isFiled: true });
    expect(await readRows()).toMatchObject([{ isOpened: false }, { isOpened: false }]);
  });

  it('a filed VAT report of an earlier closed month does not keep the newest closed, unless that is the only closing', async () => {
    await portal.connection.execute(sql`
      insert into vat_reports (from_day, to_day, vat_number, figures, filed_at, filed_by)
      values ('2023-02-01', '2023-03-31', '4870261234', '{}', now(), 1)`);
    await books.close('2023-04');
    expect(await books.open('2023-04')).toMatchObject({ status: 409, body: { code: 'filed' } });
    await connectAsOwner().execute(sql`truncate book_closings, closing_debtors`);

    await books.close('2023-03');
    await books.close('2023-04');
    expect((await books.list()).body[0]).toMatchObject({ month: '2023-04', isFiled: false });
    expect((await books.open('2023-04')).status).toBe(200);
  });
});

describe('what is open before a closing', () => {
  const readOldestMonth = async () => {
    const { rows } = await portal.connection.execute(
      sql`select date::text from ledger_entries order by date limit 1`,
    );

    return String(rows[0]?.date).slice(0, 7);
  };

  it('names the tax invoices that were voided without a credit note in the days that would be closed, and the oldest month', async () => {
    const userId = await addUser(portal, {});
    const account = writeAccount(portal, userId);
    await books.close('2023-03');
    const late = await account.issue('2023-04-05', 11_500, '2023-04-12');
    await account.makeVoid('2023-05-02', late);
    const voided = await account.issue('2023-04-05', 23_000, '2023-04-12');
    await account.makeVoid('2023-04-20', voided);

    expect((await books.listOpenPoints('2023-04')).body).toEqual({
      month: '2023-04',
      missingCreditNotes: [
        {
          invoiceId: voided,
          invoiceNumber: expect.stringMatching(/^INV-2023-/),
          userId,
          voidedOn: '2023-04-20',
          amount: 230,
        },
      ],
      count: 1,
      openLines: { count: 0, amount: 0 },
      unidentified: { count: 0, amount: 0 },
      bankReadUntil: null,
      bankNeverRead: [],
      unbilled: { count: 0, amount: 0 },
      billingRun: null,
      oldestMonth: await readOldestMonth(),
    });
    expect((await books.listOpenPoints('2023-05')).body).toMatchObject({ count: 2 });
    expect((await books.listOpenPoints('2023-03')).body).toMatchObject({ count: 0 });
  });

  it('counts the open lines of the bank and the money of nobody up to the last day of the month', async () => {
    await addBankLines(portal.connection, [
      { date: '2023-04-30', amount: '10.50' },
      { date: '2023-05-01', amount: '1.00' },
      { date: '2023-04-02', amount: '-4.00', state: 'returned' },
      { date: '2023-04-03', amount: '7.25', state: 'unidentified' },
      { date: '2023-04-04', state: 'booked' },
    ]);

    expect((await books.listOpenPoints('2023-04')).body).toMatchObject({
      openLines: { count: 2, amount: 6.5 },
      unidentified: { count: 1, amount: 7.25 },
      bankReadUntil: dayAfter(new Date(), 0),
    });
  });
});

describe('the closed day', () => {
  it.each([
    [
      'an entry',
      sql`insert into ledger_entries (user_id, kind, date, amount) select id, 'payment', day, 1 from given`,
    ],
    [
      'an allocation',
      sql`insert into ledger_allocations (user_id, credit_id, debt_id, amount, date, ends)
        select user_id, credit_id, debt_id, -amount, day, allocation.id from given
        join ledger_allocations as allocation on allocation.user_id = given.id limit 1`,
    ],
    [
      'an invoice',
      sql`insert into invoices (invoice_number, user_id, total_amount, buyer, supplier, terms, due_date, created_at)
        select gen_random_uuid()::text, id, 1, '{}', '{}', '{}', day, (day + time '12:00') at time zone 'Africa/Johannesburg'
        from given`,
    ],
    [
      'a credit note',
      sql`insert into credit_notes (credit_note_number, user_id, invoice_id, total_amount, reason, explanation, buyer,
          supplier, terms, created_at)
        select gen_random_uuid()::text, given.id, invoices.id, 1, 'error', 'Something', '{}', '{}', '{}',
          (day + time '12:00') at time zone 'Africa/Johannesburg'
        from given join invoices on invoices.user_id = given.id limit 1`,
    ],
  ])('%s on it is refused to whoever writes it, and one on the next day is not', async (_, insert) => {
    const userId = await addUser(portal, {});
    const owner = connectAsOwner();
    await money.pay(userId);
    await money.refund(userId, { amount: 10 });
    await money.issue(userId, 10);
    await books.close('2023-03');
    const on = (day: string) =>
      owner.transaction(async (db) => {
        await db.execute(sql`
          create temporary view given as select ${sql.raw(String(userId))} as id, ${sql.raw(`'${day}'`)}::date as day`);
        await db.execute(insert);
        throw new Error('undone');
      });

    await expect(on('2023-03-31')).rejects.toMatchObject({
      cause: { message: 'ERROR: the month is closed; SQLState: OW409' },
    });
    await expect(on('2023-04-01')).rejects.toThrow('undone');
  });

  it('the application may neither delete a closing nor change its day, who closed it or when', async () => {
    await books.close('2023-03');

    const { rows } = await connectAsOwner().execute(sql`
      select has_table_privilege('portal_app', 'book_closings', 'delete') as deletes,
        has_table_privilege('portal_app', 'book_closings', 'truncate') as truncates,
        array_to_string(array(select column_name::text from information_schema.columns where table_name = 'book_closings'
          and has_column_privilege('portal_app', 'book_closings', column_name, 'update') order by 1), ' ') as changes`);

    expect(rows).toEqual([
      {
        deletes: false,
        truncates: false,
        changes: 'ageing opened_at opened_by opened_by_name reason totals vat',
      },
    ]);
  });
});
