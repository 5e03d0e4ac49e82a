import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeLedgerBookStore } from '#functions/adapters/database/books/sql-ledger-book-store.ts';
import { makeDatabase } from '#functions/adapters/database/sql-database.ts';
import { makeJournalStore } from '#functions/adapters/database/system/sql-journal-store.ts';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { exportLedger } from '#functions/domain/books/ledger-book.ts';
import type { Period } from '#functions/ports/database/debtors/statement-store.ts';
import { LEDGER_ENTRIES_MAX } from '#shared/contract/limits.ts';
import { REASON_LENGTH_MAX } from '#shared/contract/money-limits.ts';
import { deleteSettled } from '#test/support/ledger/delete-settled.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addCaller, addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import { readCsvRecords, readCsvText } from '#test/support/portal/csv-records.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let admin: { cookie: string; userId: number };

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addCaller(portal, 'admin');
});
afterAll(() => portal.stop());

/** Writes a payment into a transaction that stays open until it is committed by the returned function. */
const beginPayment = async (userId: number, day: string) => {
  const [written, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const payment = portal.connection.transaction(async (db) => {
    await db.execute(sql`
      insert into ledger_entries (user_id, kind, date, amount, method)
      values (${userId}::int, 'payment', ${day}::date, 10, 'eft')`);
    written.resolve();
    await release.promise;
  });
  await written.promise;

  return {
    commit: () => {
      release.resolve();

      return payment;
    },
  };
};

/** Exports a period, and runs `meanwhile` between the first two pages of the file. */
const exportWhile = async (period: Period, meanwhile: () => Promise<unknown>) => {
  let isDone = false;
  const database = makeDatabase(portal.connection, {
    journal: makeJournalStore,
    ledgerBook: (db) => {
      const store = makeLedgerBookStore(db);

      return {
        ...store,
        list: async (ofPeriod, after, limit) => {
          if (after && !isDone) {
            isDone = true;
            await meanwhile();
          }

          return store.list(ofPeriod, after, limit);
        },
      };
    },
  });
  const { bytes } = await exportLedger(
    database,
    {
      userId: admin.userId,
      role: 'admin',
      levelMin: 1,
      isProven: true,
      sessionId: 'of the admin',
      address: '198.51.100.7',
      checkedAt: new Date(),
    },
    { ...period, for: 'programs' },
  );
  expect(isDone).toBe(true);

  return readCsvRecords(bytes);
};

const read = (file: 'ledger.csv' | 'ledger/totals', from: string, to: string) =>
  portal.call('GET', `/api/admin/${file}?from=${from}&to=${to}`, admin);
const removeUser = async (userId: number) =>
  expect(await deleteSettled(portal, admin, userId)).toMatchObject({ status: 204 });

/** Adds entries of one account on a day, with a reason each if there is one; they belong to one opening balance. */
const addEntries = async (day: string, count: number, reason: string | null = null) => {
  const userId = await addUser(portal, { User_Debit: '-1.00', User_Date: `${day}T08:00:00Z` });
  await portal.connection.execute(sql`
    with added as (
      insert into ledger_entries (item_id, user_id, kind, date, amount)
      select item.id, item.user_id, 'correction', ${day}::date, -0.01
      from ledger_items as item, generate_series(1, ${count - 1}::int) as step where item.user_id = ${userId}
      returning id
    )
    insert into entry_notes (entry_id, reason) select id, ${reason} from added where ${reason}::text is not null`);
};

/** The cells that most entries leave empty, and those of every entry of `writeAccount`. */
const EMPTY = {
  'Bank date': '',
  'OW number': '',
  Company: '',
  'Reverses or changes': '',
  Method: '',
  Reference: '',
  'Due date': '',
  Debit: '',
  Credit: '',
  VAT: '',
  'Ledger account': 'Debtors',
  'Bank account': '',
  'Bank line': '',
  // The administrator of the test has the id that `writeAccount` writes.
  'Written by': 'Thandi Nkosi',
  number: '',
};

describe('the ledger as CSV', () => {
  it('the ledger as CSV has each entry of the period with its account, also of a deleted one, without name or formula', async () => {
    const [userId, goneId] = [
      await addUser(portal, { OWNumber: 'OW77001', User_Org: 'Acacia Homes' }),
      await addUser(portal, { User_Name: 'Sipho', User_Org: 'Gone Ltd' }),
    ];
    const account = writeAccount(portal, userId);
    const gone = writeAccount(portal, goneId);
    await account.issue('2025-02-28', 100, '2025-03-07');
    const invoiceId = await account.issue('2025-03-01', 11_500, '2025-03-08');
    await gone.issue('2024-03-02', 2_000, '2024-03-09');
    await gone.pay('2025-03-02', 2_000, [], { reference: 'Their reference' });
    await account.pay('2025-03-31', 20_000, [], { reference: '=1+1', note: 'Secret' });
    await account.makeVoid('2025-04-01', invoiceId);
    await removeUser(goneId);

    const { status, headers, body } = await read('ledger.csv', '2025-03-01', '2025-03-31');

    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename=ledger-2025-03-01-to-2025-03-31.csv',
    );
    const text = readCsvText(body);
    expect(text.startsWith('\uFEFFEntry,Date,Bank date,Type,')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(text).not.toMatch(/Secret|Sipho|Gone Ltd/);
    expect(
      readCsvRecords(body).map(({ Entry: _, Number: number, 'Written at': at, ...record }) => ({
        ...record,
        number: number?.replace(/\d{6}$|(?<=^Payment )\d+$/, '…'),
        at,
      })),
    ).toEqual([
      {
        ...EMPTY,
        Date: '2025-03-01',
        Type: 'invoice',
        Account: String(userId),
        'OW number': 'OW77001',
        Company: 'Acacia Homes',
        Description: 'Invoice',
        'Due date': '2025-03-08',
        Debit: '115.00',
        VAT: '15.00',
        number: 'INV-2025-…',
        at: '2025-03-01 10:00:00',
      },
      {
        ...EMPTY,
        Date: '2025-03-02',
        'Bank date': '2025-03-02',
        Type: 'payment',
        Account: String(goneId),
        Description: 'Payment by EFT, reference Their reference',
        Method: 'eft',
        Reference: 'Their reference',
        Credit: '20.00',
        number: 'Payment …',
        at: '2025-03-02 10:00:00',
      },
      {
        ...EMPTY,
        Date: '2025-03-31',
        'Bank date': '2025-03-31',
        Type: 'payment',
        Account: String(userId),
        'OW number': 'OW77001',
        Company: 'Acacia Homes',
        Description: 'Payment by EFT, reference =1+1',
        Method: 'eft',
        Reference: "'=1+1",
        Credit: '200.00',
        number: 'Payment …',
        at: '2025-03-31 10:00:00',
      },
    ]);
    const [row] = await portal.connection.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(row).toMatchObject({
      actor_id: admin.userId,
      action: 'books.export',
      changes: { rows: 3, from: '2025-03-01', to: '2025-03-31' },
    });
  });

  it('the ledger as CSV names what an entry reverses or changes, and who wrote it', async () => {
    const writer = await addSignedInUser(portal, {
      user_role: 'admin',
      User_Name: 'Lerato',
      User_Surname: 'Dube',
    });
    const userId = await addUser(portal, {});
    const account = writeAccount(portal, userId);
    const invoiceId = await account.issue('2024-05-01', 11_500, '2024-05-08');
    const [invoice] = await portal.connection.select().from(invoices).where(eq(invoices.id, invoiceId));
    await account.makeVoid('2024-05-02', invoiceId);
    const paymentId = await account.pay('2024-05-03', 100);
    await account.reverse('2024-05-04', paymentId);
    await portal.connection.execute(sql`
      insert into ledger_entries (user_id, kind, date, bank_date, amount, written_by)
      values (${userId}::int, 'payment', '2024-05-05', '2024-04-30', 1, ${writer.userId}::int)`);

    const { body } = await read('ledger.csv', '2024-05-01', '2024-05-31');

    expect(
      readCsvRecords(body).map((record) => [
        record.Type,
        record['Reverses or changes'],
        record.VAT,
        record['Bank date'],
        record['Written by'],
      ]),
    ).toEqual([
      ['invoice', '', '15.00', '', 'Thandi Nkosi'],
      ['reversal', invoice?.invoice_number, '-15.00', '', 'Thandi Nkosi'],
      ['payment', '', '', '2024-05-03', 'Thandi Nkosi'],
      ['reversal', `Payment ${paymentId}`, '', '2024-05-04', 'Thandi Nkosi'],
      ['payment', '', '', '2024-04-30', 'Lerato Dube'],
    ]);
  });

  it('a period of the ledger has at most 31 days, and a refusal names the last day that fits', async () => {
    expect(await read('ledger.csv', '2031-01-15', '2031-02-14')).toMatchObject({ status: 200 });
    expect(await read('ledger.csv', '2031-01-15', '2031-02-15')).toMatchObject({
      status: 422,
      body: { fields: { to: 'The file holds at most 31 days. The last day that fits is 2031/02/14.' } },
    });
    expect(await read('ledger.csv', '2031-01-15', '2031-01-14')).toMatchObject({
      status: 400,
      body: { fields: { to: 'The last day must not be before the first' } },
    });
  });

  it('the ledger as CSV has at most 50 000 entries, and a refusal names the last day that fits', async () => {
    await addEntries('2032-01-02', 2_500);
    await addEntries('2032-01-10', LEDGER_ENTRIES_MAX - 2_499);
    const sentence = 'The file holds at most 50\u00a0000 entries.';

    expect(await read('ledger.csv', '2032-01-01', '2032-01-31')).toMatchObject({
      status: 422,
      body: { fields: { to: `${sentence} The last day that fits is 2032/01/09.` } },
    });
    const { body } = await read('ledger.csv', '2032-01-01', '2032-01-09');
    const entries = readCsvRecords(body).map(({ Entry }) => Number(Entry));
    expect(entries).toHaveLength(2_500);
    expect(entries).toEqual([...new Set(entries)].toSorted((a, b) => a - b));

    await addEntries('2032-01-10', 2_500);
    expect(await read('ledger.csv', '2032-01-10', '2032-01-31')).toMatchObject({
      status: 422,
      body: { fields: { to: sentence } },
    });
  });

  it('the ledger as CSV is of one moment, although payments are committed and a client is deleted between its pages', async () => {
    const period = { from: '2034-01-01', to: '2034-01-31' };
    const [early, late, gone] = [
      await addUser(portal, {}),
      await addUser(portal, {}),
      await addUser(portal, { OWNumber: 'OW77003' }),
    ];
    await writeAccount(portal, gone).issue('2033-12-01', 100, '2033-12-08');
    // Its id is lower than those of the first page.
    const begun = await beginPayment(early, '2034-01-20');
    await addEntries('2034-01-10', 1_100);
    await writeAccount(portal, gone).pay('2034-01-31', 100);

    const records = await exportWhile(period, async () => {
      await begun.commit();
      await writeAccount(portal, late).pay('2034-01-20', 200);
      await writeAccount(portal, late).pay('2034-01-05', 300);
      await removeUser(gone);
    });

    expect(records).toHaveLength(1_101);
    expect(records.at(-1)).toMatchObject({ Date: '2034-01-31', 'OW number': 'OW77003', Credit: '1.00' });
    const { body } = await read('ledger.csv', period.from, period.to);
    expect(readCsvRecords(body)).toHaveLength(1_104);
  });

  it('the ledger as CSV has every entry of a page with the longest texts', async () => {
    // Characters of three bytes.
    await addEntries('2033-01-10', 1_001, '\u20ac'.repeat(REASON_LENGTH_MAX));

    const { status, body } = await read('ledger.csv', '2033-01-10', '2033-01-10');

    expect(status).toBe(200);
    expect(readCsvRecords(body)).toHaveLength(1_001);
  });
});

describe('the control account', () => {
  it('the control account has the balances before and after the period and each row between them, above 0 if clients owe it', async () => {
    const userId = await addUser(portal, { User_Debit: '-0.50', User_Date: '2010-01-15T08:00:00Z' });
    const account = writeAccount(portal, userId);
    await account.issue('2010-01-31', 10_000, '2010-02-07');
    const paymentId = await account.pay('2010-02-01', 15_050);
    await account.refund('2010-02-02', 1_000);
    await account.correct('2010-02-27', -2_000);
    await account.reverse('2010-02-28', paymentId);
    await account.pay('2010-03-01', 100);

    const { status, body } = await read('ledger/totals', '2010-02-01', '2010-02-28');

    expect({ status, body }).toEqual({
      status: 200,
      body: {
        from: '2010-02-01',
        to: '2010-02-28',
        opening: 100.5,
        closing: 130.5,
        invoices: 0,
        creditNotes: 0,
        voids: 0,
        receipts: -150.5,
        returnedReceipts: 150.5,
        refunds: 10,
        adjustments: 20,
        writeOffs: 0,
        recoveries: 0,
        owed: 130.5,
        credit: 0,
        closedAccounts: 0,
        unidentified: { opening: 0, in: 0, out: 0, closing: 0 },
        agrees: true,
        isClosed: false,
      },
    });
    const [row] = await portal.connection.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(row).toMatchObject({ actor_id: admin.userId, action: 'books.totals' });
  });
});
