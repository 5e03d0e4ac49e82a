import { desc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeLedgerStore } from '#functions/adapters/database/payments/sql-ledger-store.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { DOCUMENT_ROWS, type DocumentRow } from '#shared/books/vat-rows.ts';
import type { VatDocument, VatFigures, VatReport } from '#shared/contract/books/vat-report.ts';
import { vatPortionCents } from '#shared/money.ts';
import { deleteSettled } from '#test/support/ledger/delete-settled.ts';
import {
  type AboutInvoice,
  addEntryOf,
  addVatAccount,
  issueOf,
  type NewEntry,
} from '#test/support/ledger/vat-books.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addCaller, type addUser } from '#test/support/portal/accounts.ts';
import { readCsvRecords } from '#test/support/portal/csv-records.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

/** The number with which `writeAccount` issues. */
const VAT_NUMBER = '4870261234';
const NOTHING = { gross: 0, net: 0, vat: 0, count: 0, fraction: 0 };

let portal: TestPortal;
let admin: { cookie: string; userId: number };
/** Each test has a year of its own. */
let year = 1999;

beforeAll(async () => {
  portal = await startTestPortal({
    settings: { SUPPLIER_VAT_NUMBER: VAT_NUMBER, VAT_REGISTERED_FROM: '2000-01-01' },
  });
  admin = await addCaller(portal, 'admin');
});
afterAll(() => portal.stop());
beforeEach(() => {
  year += 1;
});

const read = async (period: string, vatNumber = VAT_NUMBER): Promise<VatReport> => {
  const path = `/api/admin/vat-report?period=${period}&vatNumber=${vatNumber}`;
  const { status, body } = await portal.call('GET', path, admin);
  expect(status).toBe(200);

  return body as VatReport;
};

const readCsv = (period: string, row: DocumentRow, vatNumber = VAT_NUMBER) =>
  portal.call('GET', `/api/admin/vat-report.csv?period=${period}&vatNumber=${vatNumber}&row=${row}`, admin);

const documents = async (period: string, row: DocumentRow, vatNumber = VAT_NUMBER) => {
  const { status, body } = await readCsv(period, row, vatNumber);
  expect(status).toBe(200);

  return readCsvRecords(body);
};

const addAccount = async (fields: Parameters<typeof addUser>[1] = {}) => addVatAccount(portal, fields);

const issueAt = (userId: number, at: string, vatNumber: string | null = VAT_NUMBER) =>
  issueOf(portal, userId, { at, vatNumber });
const addEntry = (userId: number, kind: AboutInvoice, entry: NewEntry) =>
  addEntryOf(portal, userId, kind, entry);

/** Lets the return of each earlier invoice of a number count as filed at the beginning of the year. */
const _fileEarlierReturns = (vatNumber: string) =>
  portal.connection.execute(sql`
    insert into vat_reports (from_day, to_day, vat_number, figures, filed_at, filed_by)
    values (${`${year}-11-01`}::date, ${`${year}-12-31`}::date, ${vatNumber}, ${JSON.stringify({ period: `${year}-12` })}::jsonb,
      ${`${year}-01-01T08:00:00Z`}::timestamptz, ${admin.userId}::int)`);

/** Writes the missing credit note of a voided invoice, which has no entry. */
const addMissingNote = (userId: number, invoiceId: number, at: string) =>
  portal.connection.execute(sql`
    insert into credit_notes (credit_note_number, user_id, invoice_id, total_amount, vat_amount, reason, explanation,
      buyer, supplier, terms, created_at)
    select ${`CN-TEST-${crypto.randomUUID()}`}, ${userId}::int, ${invoiceId}::int, -amount, -vat, 'cancelled',
      'It was voided', '{}', '{}', '{}', ${at}::timestamptz
    from ledger_entries where invoice_id = ${invoiceId}::int and kind = 'invoice'`);

/** Closes all months up to the last day of a month, as `POST /api/admin/closings` does. */
const closeMonth = (lastDay: string) =>
  portal.connection.execute(sql`
    insert into book_closings (last_day, closed_at, closed_by) values (${lastDay}::date, now(), ${admin.userId}::int)`);

const file = (period: string, vatNumber = VAT_NUMBER) =>
  portal.call('POST', '/api/admin/vat-reports', { ...admin, body: { period, vatNumber } });

const _expectFigures = ({ gross, net, vat, count }: VatFigures, sum = { cents: 0, vat: 0, count: 0 }) =>
  expect({ gross, net, vat, count }).toEqual({
    gross: sum.cents / 100,
    net: (sum.cents - sum.vat) / 100,
    vat: sum.vat / 100,
    count: sum.count,
  });

describe('the rows', () => {
  it('a period without documents has a report of zeros', async () => {
    const report = await read(`${year}-02`);

    expect(report).toMatchObject({
      period: `${year}-02`,
      from: `${year}-01-01`,
      to: `${year}-02-29`,
      vatNumbers: [VAT_NUMBER],
      filedAt: null,
      filedBy: null,
      isClosed: false,
      agrees: true,
      invoices: { ...NOTHING, field: '1, 4' },
      creditNotes: { ...NOTHING, field: '18' },
      writtenOff: { ...NOTHING, field: '17' },
      recovered: { ...NOTHING, field: '12' },
      withoutVat: { invoices: { ...NOTHING, field: null } },
      voidedWithoutCreditNote: NOTHING,
      waiting: { writtenOff: { ...NOTHING, field: null }, recovered: NOTHING, returns: [] },
      freeCredit: { gross: 0, vat: 0 },
    });
  });

  it('the VAT of a row is that of its documents, beside the fraction of its gross', async () => {
    const { issue } = await addAccount();
    for (const day of ['01', '02', '03']) {
      await issue(`${year}-03-${day}`, 10_000, `${year}-03-10`);
    }

    expect((await read(`${year}-04`)).invoices).toEqual({
      gross: 300,
      net: 260.88,
      vat: 39.12,
      count: 3,
      fraction: 39.13,
      field: '1, 4',
    });
  });

  it('two VAT numbers in a period have a report each, and that of the number of the last tax invoice has the documents without VAT', async () => {
    const { userId } = await addAccount();
    await issueAt(userId, `${year}-03-01T08:00:00Z`, null);
    await issueAt(userId, `${year}-03-15T08:00:00Z`, '4111111111');
    await issueAt(userId, `${year}-04-15T08:00:00Z`);
    await issueAt(userId, `${year}-04-16T08:00:00Z`);

    const [earlier, present] = [await read(`${year}-04`, '4111111111'), await read(`${year}-04`)];

    expect(earlier).toMatchObject({ invoices: { gross: 115, count: 1 }, agrees: true });
    expect(present).toMatchObject({ invoices: { gross: 230, count: 2 }, agrees: true });
    expect(earlier.vatNumbers).toEqual(['4111111111', VAT_NUMBER]);
    expect(present.vatNumbers).toEqual(earlier.vatNumbers);
    expect(earlier.withoutVat.invoices).toEqual({ ...NOTHING, field: null });
    expect(present.withoutVat.invoices).toEqual({ ...NOTHING, gross: 115, net: 115, count: 1, field: null });
    expect(await documents(`${year}-04`, 'invoices', '4111111111')).toHaveLength(1);
    expect(await documents(`${year}-04`, 'invoicesWithoutVat', '4111111111')).toHaveLength(0);
    expect(await documents(`${year}-04`, 'invoicesWithoutVat')).toHaveLength(1);
  });

  it('an invoice that is voided later still counts on its own day, and asks for a credit note on the day of the void', async () => {
    const { userId, issue, makeVoid } = await addAccount();
    const invoiceId = await issue(`${year}-01-10`, 11_500, `${year}-01-17`);
    await makeVoid(`${year}-03-10`, invoiceId);

    expect(await read(`${year}-02`)).toMatchObject({
      invoices: { gross: 115, count: 1 },
      voidedWithoutCreditNote: NOTHING,
      agrees: true,
    });
    expect(await read(`${year}-04`)).toMatchObject({
      creditNotes: NOTHING,
      voidedWithoutCreditNote: { gross: 115, net: 100, vat: 15, count: 1, field: null },
      agrees: true,
    });

    await addMissingNote(userId, invoiceId, `${year}-05-31T22:30:00Z`);

    expect(await read(`${year}-04`)).toMatchObject({ voidedWithoutCreditNote: NOTHING, agrees: true });
    expect(await read(`${year}-06`)).toMatchObject({
      creditNotes: { gross: 115, net: 100, vat: 15, count: 1 },
      agrees: true,
    });
    expect(await documents(`${year}-06`, 'creditNotes')).toMatchObject([
      { Date: `${year}-06-01`, Type: 'Credit note' },
    ]);
  });

  it('a refund of credit is no credit note, and what is left stands as free credit of that day', async () => {
    const { userId, pay, refund } = await addAccount();
    await pay(`${year}-03-01`, 50_000);
    await refund(`${year}-03-02`, 20_000);
    await issueAt(userId, `${year}-05-02T08:00:00Z`);

    const before = (await read(`${year}-02`)).freeCredit.gross;
    const report = await read(`${year}-04`);

    expect(report.creditNotes).toMatchObject(NOTHING);
    expect(report.withoutVat.creditNotes).toMatchObject(NOTHING);
    expect(report.freeCredit.gross - before).toBe(300);
    expect(report.freeCredit.vat).toBe(vatPortionCents(report.freeCredit.gross * 100, 15) / 100);
    expect((await read(`${year}-06`)).freeCredit.gross - before).toBe(185);
  });

  it('a document with a VAT number and without VAT makes the report red', async () => {
    const { userId } = await addAccount();
    await portal.connection.transaction(async (db) => {
      await db.execute(sql`
        insert into ledger_entries (user_id, kind, date, amount, vat_number)
        values (${userId}::int, 'invoice', ${`${year}-03-02`}::date, -115, ${VAT_NUMBER})`);
      await makeLedgerStore(db).settle(userId, { on: null });
    });

    expect((await read(`${year}-04`)).agrees).toBe(false);
  });
});

describe('the documents', () => {
  it('the CSV of a row has each document with its dates, also of a deleted client, who has no OW number there', async () => {
    const { userId, pay } = await addAccount({ OWNumber: 'OW88001' });
    const gone = await addAccount();
    const invoiceId = await issueAt(userId, `${year}-03-01T08:00:00Z`);
    await portal.connection.execute(sql`
      insert into billed_services (service_id, item_id, from_day, to_day)
      select 880001, id, ${`${year}-03-01`}::date, ${`${year}-03-31`}::date
      from invoice_items where invoice_id = ${invoiceId}::int`);
    const returned = await pay(`${year}-03-05`, 1_000);
    await writeAccount(portal, userId).reverse(`${year}-03-06`, returned);
    await pay(`${year}-03-20`, 2_000);
    await pay(`${year}-03-25`, 2_000);
    const goneId = await gone.issue(`${year}-03-02`, 2_300, `${year}-03-09`);
    await deleteSettled(portal, admin, gone.userId);
    const days = [{ from: `${year}-03-02`, to: `${year}-03-15` }, { description: 'Router' }];
    await portal.connection.execute(sql`
      update retained_invoices set lines = ${JSON.stringify(days)}::jsonb where id = ${goneId}::int`);

    const { status, headers, body } = await readCsv(`${year}-04`, 'invoices');

    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename=vat-${year}-04-${VAT_NUMBER}-invoices.csv`,
    );
    expect(readCsvRecords(body)).toEqual([
      {
        Number: expect.stringMatching(/^INV-/),
        Date: `${year}-03-01`,
        Type: 'Invoice',
        'OW number': 'OW88001',
        Invoice: '',
        'Invoice date': `${year}-03-01`,
        Gross: '115.00',
        Net: '100.00',
        VAT: '15.00',
        'Due date': `${year}-03-01`,
        'Service from': `${year}-03-01`,
        'Service to': `${year}-03-31`,
        'First payment': `${year}-03-20`,
        'First payment booked': '',
        'Counts on': '',
        Reason: '',
        'Client (until deleted)': 'Thandi Nkosi',
        'Client VAT number (until deleted)': '',
      },
      expect.objectContaining({
        Date: `${year}-03-02`,
        'OW number': '',
        Gross: '23.00',
        Net: '20.00',
        VAT: '3.00',
        'Service from': `${year}-03-02`,
        'Service to': `${year}-03-15`,
      }),
    ]);
    const audits = await portal.connection.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(audits).toMatchObject([
      {
        actor_id: admin.userId,
        action: 'books.export-vat-report',
        changes: { rows: 2, period: `${year}-04`, row: 'invoices' },
      },
    ]);
  });

  it('a page of documents names the invoice of each, and the number of all', async () => {
    const { userId, issue, makeVoid } = await addAccount();
    for (const day of ['01', '02']) {
      await makeVoid(`${year}-04-02`, await issue(`${year}-03-${day}`, 11_500, `${year}-03-10`));
    }
    const invoiceId = await issue(`${year}-03-03`, 11_500, `${year}-03-10`);
    await makeVoid(`${year}-04-03`, invoiceId);
    const path = `/api/admin/vat-report/documents?period=${year}-04&row=voidedWithoutCreditNote`;

    expect(await portal.call('GET', path, admin)).toMatchObject({
      status: 200,
      body: {
        documents: [
          {},
          {},
          { date: `${year}-04-03`, kind: 'reversal', invoiceId, gross: 115, net: 100, vat: 15 },
        ],
        total: 3,
        page: 1,
      },
    });
    expect(await portal.call('GET', `${path}&page=2`, admin)).toMatchObject({
      body: { documents: [], total: 3, page: 2 },
    });
    expect(userId).toBeGreaterThan(0);
  });
});

describe('filing', () => {
  it('filing a period with an open month is refused', async () => {
    await closeMonth(`${year}-03-31`);

    expect(await file(`${year}-04`)).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'Please close each month of the period first.' },
    });
    expect((await read(`${year}-04`)).isClosed).toBe(false);
  });

  it('filing the report of a VAT number that no document has is refused', async () => {
    await closeMonth(`${year}-04-30`);

    expect(await file(`${year}-04`, '4999999999')).toMatchObject({
      status: 409,
      body: { message: 'This VAT number was not in use in this period, and no document has it.' },
    });
  });

  it('an empty report of the present number is refused for a period whose tax invoices have another number', async () => {
    const { userId } = await addAccount();
    await issueAt(userId, `${year}-03-15T08:00:00Z`, '4111111111');
    await closeMonth(`${year}-04-30`);

    expect(await file(`${year}-04`)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await read(`${year}-04`)).vatNumbers).toEqual(['4111111111']);
    expect(await file(`${year}-04`, '4111111111')).toMatchObject({ status: 201 });
  });

  it('a period is filed once, and a filed report is listed', async () => {
    await closeMonth(`${year}-04-30`);

    expect(await file(`${year}-04`)).toMatchObject({
      status: 201,
      body: { isClosed: true, filedAt: expect.any(String) },
    });
    expect(await file(`${year}-04`)).toMatchObject({ status: 409, body: { code: 'filed' } });
    expect(await portal.call('GET', '/api/admin/vat-reports', admin)).toMatchObject({
      status: 200,
      body: {
        vatNumber: VAT_NUMBER,
        taxPeriod: 'even-months',
        registeredFrom: '2000-01-01',
        filed: expect.arrayContaining([
          { period: `${year}-04`, vatNumber: VAT_NUMBER, filedAt: expect.any(String) },
        ]),
      },
    });
  });

  it('of two who file a period at once, one is refused', async () => {
    await closeMonth(`${year}-04-30`);

    const answers = await Promise.all([file(`${year}-04`), file(`${year}-04`)]);

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const { rows } = await portal.connection.execute(
      sql`select count(*) as count from vat_reports where to_day = ${`${year}-04-30`}::date`,
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('a month of a filed period is in no other report, also after the tax period was changed', async () => {
    await portal.connection.execute(sql`
      insert into vat_reports (from_day, to_day, vat_number, figures, filed_at, filed_by)
      values (${`${year}-03-01`}::date, ${`${year}-03-31`}::date, ${VAT_NUMBER},
        ${JSON.stringify({ period: `${year}-03` })}::jsonb, now(), 1)`);
    await closeMonth(`${year}-04-30`);

    const refused = {
      status: 409,
      body: {
        code: 'filed',
        message: 'A filed VAT report of this number contains days of this period.',
      },
    };
    expect(await file(`${year}-04`)).toMatchObject(refused);
    const asked = `?period=${year}-04&row=invoices`;
    for (const path of [`vat-report${asked}`, `vat-report/documents${asked}`, `vat-report.csv${asked}`]) {
      expect(await portal.call('GET', `/api/admin/${path}`, admin)).toMatchObject(refused);
    }
  });

  it('a filed report is the same after 50 deletions and 66 new documents, but for the names of the clients', async () => {
    const accounts = [];
    for (let count = 0; count < 50; count += 1) {
      const account = await addAccount();
      const day = `${year}-03-${String(1 + (count % 28)).padStart(2, '0')}`;
      const vatNumber = count % 5 === 0 ? null : VAT_NUMBER;
      const invoiceId = await issueAt(account.userId, `${day}T08:00:00Z`, vatNumber);
      const entry = { invoiceId, day: `${year}-04-20` };
      if (count % 3 === 0) {
        await addEntry(account.userId, 'credit-note', { ...entry, amount: 23 });
      } else if (count % 3 === 1) {
        await addEntry(account.userId, 'write-off', { ...entry, amount: 46 });
      } else {
        await account.makeVoid(entry.day, invoiceId);
      }
      accounts.push({ ...account, invoiceId, isVoid: count % 3 === 2 });
    }
    await closeMonth(`${year}-04-30`);
    expect(await file(`${year}-04`)).toMatchObject({ status: 201 });
    const readAll = async () => {
      const files = await Promise.all(DOCUMENT_ROWS.map((row) => documents(`${year}-04`, row)));
      const pages = await Promise.all(
        DOCUMENT_ROWS.map(async (row) => {
          const query = `period=${year}-04&row=${row}`;

          return (await portal.call('GET', `/api/admin/vat-report/documents?${query}`, admin)).body;
        }),
      );
      const rows = files.flat();

      return {
        clients: new Set(rows.map((row) => row['Client (until deleted)'])),
        kept: {
          report: await read(`${year}-04`),
          files: rows.map(({ 'Client (until deleted)': _, ...row }) => row),
          pages: pages.map((page) => ({
            ...page,
            documents: page.documents.map(({ client: _, userId: __, ...document }: VatDocument) => document),
          })),
        },
      };
    };
    const before = await readAll();
    expect(before.clients).toEqual(new Set(['Thandi Nkosi']));
    expect(before.kept.report).toMatchObject({
      invoices: { count: 40 },
      withoutVat: { invoices: { count: 10 } },
      agrees: true,
    });

    for (const { userId, invoiceId, isVoid, issue } of accounts) {
      if (isVoid) {
        await addMissingNote(userId, invoiceId, `${year}-05-02T08:00:00Z`);
      }
      await issue(`${year}-05-03`, 5_000, `${year}-05-10`);
    }
    for (const { userId } of accounts) {
      expect(await deleteSettled(portal, admin, userId)).toMatchObject({ status: 204 });
    }

    expect(await readAll()).toEqual({ clients: new Set(['']), kept: before.kept });
  }, 120_000);
});
