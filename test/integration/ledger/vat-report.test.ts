import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeLedgerStore } from '#functions/adapters/database/ledger/sql-ledger-store.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import type { VatReport } from '#shared/contract/vat-report.ts';
import type { DocumentRow } from '#shared/vat-rows.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
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

  return readCsvRecords(body).slice(1);
};

const addAccount = async (fields: Parameters<typeof addUser>[1] = {}) => {
  const userId = await addUser(portal, { User_Date: '1999-01-01T08:00:00Z', ...fields });

  return { userId, ...writeAccount(portal, userId) };
};

/** Writes an entry about an invoice, as the routes do, and settles the account. */
const addEntry = (
  userId: number,
  kind: 'credit-note' | 'write-off' | 'write-off-reversal' | 'recovery',
  { invoiceId, day, amount, number = null }: { invoiceId: number; day: string; amount: number; number?: string | null },
) =>
  portal.connection.transaction(async (db) => {
    const isNote = kind === 'credit-note';
    await db.execute(sql`
      insert into ledger_entries (item_id, user_id, kind, date, amount, invoice_id, number)
      select ${isNote ? sql`null` : sql`id`}, ${userId}::int, ${kind}, ${day}::date, ${amount}::numeric,
        ${isNote ? sql`invoice_id` : sql`null`}, ${number}
      from ledger_items where invoice_id = ${invoiceId}::int`);
    await makeLedgerStore(db).settle(userId, { on: null });
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
      isClosed: false,
      agrees: true,
      invoices: { ...NOTHING, field: '1, 4' },
      creditNotes: { ...NOTHING, field: '18' },
      writtenOff: { ...NOTHING, field: '17' },
      recovered: { ...NOTHING, field: '12' },
      withoutVat: { invoices: { ...NOTHING, field: null } },
      voidedWithoutCreditNote: NOTHING,
      freeCredit: 0,
    });
  });
});

void [documents, addAccount, addEntry, auditLog];
