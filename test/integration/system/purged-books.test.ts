import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CONTROL_ROWS } from '#shared/contract/limits.ts';
import { centsFromAmount } from '#shared/money.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { HISTORY_END, writeHistories } from '#test/support/ledger/account-histories.ts';
import { closeAccount } from '#test/support/ledger/close-account.ts';
import { addEntryOf, addVatAccount, issueOf } from '#test/support/ledger/vat-books.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import { readCsvRecords } from '#test/support/portal/csv-records.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';
import { PROVIDER } from '#test/support/provider.ts';
import { ADMIN } from '#test/support/stubs/session-users.ts';

const DELETED = 6;
const KEPT = 3;
const VAT_NUMBER = '4870261234';
const TODAY = '2035-06-01';
/** Eight years after the missing credit note, and not yet after the last entries. */
const BEFORE_LAST_YEARS = '2034-06-01';

const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);

/** Each month from May 2023, in which the oldest invoices may be, to November 2026. */
const MONTHS = Array.from({ length: 43 }, (_, index) =>
  new Date(Date.UTC(2023, 4 + index, 1)).toISOString().slice(0, 7),
);
const TAX_PERIODS = MONTHS.filter((month) => Number(month.slice(5)) % 2 === 0);
const FILED = '2024-06';

let portal: TestPortal;
let admin: { cookie: string; userId: number };
let deleted: number[];
let movedTo: number;

const readDatabase = async () => (await import('#local/seed/whole-database.ts')).database;

/** A voided tax invoice with its missing credit note of a later month, which has no entry. */
const addMissingNote = async (userId: number, invoiceId: number, at: string) => {
  const supplier = { ...PROVIDER, vatNumber: VAT_NUMBER, complaints: null };
  await portal.connection.execute(sql`
    insert into credit_notes (credit_note_number, user_id, invoice_id, total_amount, vat_amount, reason, explanation,
      buyer, supplier, terms, created_at)
    select 'CN-MISSING', user_id, id, 115, 15, 'error', 'Voided before it was credited', buyer,
      ${JSON.stringify(supplier)}::jsonb, '{}'::jsonb, ${at}::timestamptz
    from invoices where id = ${invoiceId} and user_id = ${userId}`);
};

/** Adds a client with what the generated histories lack, and returns it and the client to whom a payment was moved. */
const addRareCase = async () => {
  const { userId, pay, makeVoid, reverse } = await addVatAccount(portal);
  const other = await addVatAccount(portal);
  const issue = (day: string) => issueOf(portal, userId, { at: `${day}T08:00:00Z`, vatNumber: VAT_NUMBER });
  const about = (
    kind: 'write-off' | 'write-off-reversal' | 'recovery' | 'credit-note',
    invoiceId: number,
    day: string,
    amount: number,
  ) => addEntryOf(portal, userId, kind, { invoiceId, day, amount, number: `CN-${invoiceId}` });

  const waiting = await issue('2024-05-10');
  await about('credit-note', waiting, '2024-05-12', 11.5);
  await about('write-off', waiting, '2024-05-20', 69);
  await about('recovery', waiting, '2024-07-03', -23);
  const neverFiled = await issue('2024-08-10');
  await about('write-off', neverFiled, '2024-09-20', 115);
  await about('write-off-reversal', neverFiled, '2024-10-20', -115);
  const voided = await issue('2025-01-10');
  await makeVoid('2025-02-10', voided);
  await addMissingNote(userId, voided, '2025-04-10T08:00:00Z');
  const alone = await issue('2025-01-11');
  await makeVoid('2025-02-11', alone);
  const payment = await pay('2025-05-05', 50_000);
  await reverse('2025-06-05', payment);
  const moved = await other.pay('2025-05-05', 50_000);
  await connectAsOwner().execute(sql`
    update ledger_entries set replaces = ${payment} where id = ${moved}`);

  return { userId, other: other.userId };
};

beforeAll(async () => {
  portal = await startTestPortal({ settings: { SUPPLIER_VAT_NUMBER: VAT_NUMBER } });
  admin = await addCaller(portal, 'admin');
  const userIds = await writeHistories(portal, { accounts: DELETED + KEPT, steps: 14 });
  const rare = await addRareCase();
  movedTo = rare.other;
  deleted = [...userIds.slice(0, DELETED), rare.userId];
  for (const userId of deleted) {
    await closeAccount(portal, admin, userId, HISTORY_END);
  }
});
afterAll(() => portal.stop());

const get = async (path: string) => {
  const { status, body } = await portal.call('GET', path, admin);
  expect(status, path).toBe(200);

  return body;
};

/** Sums the bookkeeper's file of a month by type and sign. */
const sumFile = async (from: string, to: string) => {
  const sums: Record<string, number> = {};
  for (const record of readCsvRecords(await get(`/api/admin/ledger.csv?from=${from}&to=${to}`))) {
    for (const heading of ['Debit', 'Credit', 'VAT']) {
      const name = `${record.Type} ${heading}`;
      sums[name] = (sums[name] ?? 0) + centsFromAmount(Number(record[heading]));
    }
  }

  return sums;
};

const sumEntries = async (row: string, from: string, to: string) => {
  const { entries, total } = await get(`/api/admin/ledger/entries?from=${from}&to=${to}&row=${row}`);
  expect(entries).toHaveLength(total);

  return entries.reduce((sum: number, { amount }: { amount: number }) => sum + centsFromAmount(amount), 0);
};

/** Every figure that the books show of the past and of today. */
const readFigures = async () => {
  const database = await readDatabase();
  const { checkLedger } = await import('#functions/domain/books/check-ledger.ts');
  const control: Record<string, unknown> = {};
  const entries: Record<string, unknown> = {};
  const files: Record<string, unknown> = {};
  for (const month of MONTHS) {
    const [from, to] = [`${month}-01`, lastDayOf(month)];
    const { isClosed: _, ...account } = await get(`/api/admin/ledger/totals?from=${from}&to=${to}`);
    expect(account.agrees, month).toBe(true);
    control[month] = account;
    files[month] = await sumFile(from, to);
    for (const row of CONTROL_ROWS.filter((name) => account[name] !== 0)) {
      entries[`${month} ${row}`] = await sumEntries(row, from, to);
      expect(entries[`${month} ${row}`], `${month} ${row}`).toBe(centsFromAmount(account[row]));
    }
  }
  const vat: Record<string, unknown> = {};
  for (const period of TAX_PERIODS) {
    const { isClosed: _, ...report } = await get(
      `/api/admin/vat-report?period=${period}&vatNumber=${VAT_NUMBER}`,
    );
    expect(report.agrees, period).toBe(true);
    vat[period] = report;
  }

  return {
    control,
    entries,
    files,
    vat,
    today: await get(`/api/admin/ledger/totals?from=${TODAY}&to=${TODAY}`),
    chart: await database.figures.readMonths(
      MONTHS.map((month) => ({
        month,
        from: new Date(`${month}-01T00:00:00Z`),
        until: new Date(`${lastDayOf(month)}T23:59:59Z`),
      })),
    ),
    oldest: await database.closings.findOldestMonth(),
    faults: await checkLedger(
      { ledgerChecks: database.ledgerChecks, ledgerBook: database.ledgerBook },
      new Date(),
    ),
  };
};

/** Closes every month with its figures, and files one tax period on a day three months after it. */
const closeAndFile = async () => {
  const database = await readDatabase();
  const { computeControlAccount } = await import('#functions/domain/books/ledger-book.ts');
  const { fileVatReport } = await import('#functions/domain/books/vat-report.ts');
  for (const month of MONTHS.slice(0, -1)) {
    const period = { from: `${month}-01`, to: lastDayOf(month) };
    const totals = JSON.stringify(await computeControlAccount(database.ledgerBook, period));
    await portal.connection.execute(sql`
      insert into book_closings (last_day, closed_at, closed_by, totals)
      values (${period.to}::date, now(), ${admin.userId}::int, ${totals}::jsonb)`);
  }
  await fileVatReport(
    {
      database,
      vatSettings: {
        vatNumber: VAT_NUMBER,
        taxPeriod: 'even-months',
        registeredFrom: null,
        creditNoteField: '18',
      },
    },
    { ...ADMIN, userId: admin.userId },
    { period: FILED, vatNumber: VAT_NUMBER },
    new Date('2024-09-10T08:00:00Z'),
  );
};

const countRowsOfDeleted = async () => {
  const { rows } = await portal.connection.execute(sql`
    select count(*) as count from ledger_entries where user_id in ${deleted}`);

  return Number(rows[0]?.count);
};

const countMissingNotes = async () => {
  const { rows } = await portal.connection.execute(sql`
    select count(*) as count from retained_credit_notes where credit_note_number = 'CN-MISSING'`);

  return Number(rows[0]?.count);
};

const purgeOn = async (day: string) => {
  const { purge } = await import('#functions/domain/system/purge-expired.ts');
  const { invoiceFiles } = await import('#functions/runtime/ports/invoice-files-port.ts');
  await purge({ database: await readDatabase(), invoiceFiles }, new Date(`${day}T08:00:00Z`));
  // A purge of the far future ends every session.
  admin = await addCaller(portal, 'admin');
};

/** What the payment that was moved to a living client says it replaces. */
const replacedBy = async () => {
  const { rows } = await portal.connection.execute(
    sql`select replaces from ledger_entries where user_id = ${movedTo} and kind = 'payment'`,
  );

  return rows[0]?.replaces;
};

it('the purge of deleted accounts changes no figure of any month, tax period or day, with closed months and without', async () => {
  await closeAndFile();
  const before = await readFigures();
  expect(before.faults.first.map(({ part }) => part)).not.toContain('control-account');
  expect(await countRowsOfDeleted()).toBeGreaterThan(40);
  expect(await replacedBy()).not.toBeNull();

  await purgeOn(BEFORE_LAST_YEARS);
  expect(await countMissingNotes()).toBe(1);
  expect(await readFigures()).toEqual(before);

  await purgeOn(TODAY);
  expect(await countRowsOfDeleted()).toBe(0);
  expect(await countMissingNotes()).toBe(0);
  expect(await readFigures()).toEqual(before);

  await connectAsOwner().execute(sql`delete from book_closings`);
  const { control, today, faults } = await readFigures();
  expect(control).toEqual(before.control);
  expect(today).toEqual(before.today);
  expect(faults).toEqual(before.faults);
  expect(await get('/api/admin/ledger/totals?from=2024-06-08&to=2024-06-20')).toMatchObject({ agrees: true });
  expect(await replacedBy()).toBeNull();
});
