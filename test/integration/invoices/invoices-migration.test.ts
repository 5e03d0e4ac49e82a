import { rmSync } from 'node:fs';
import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeDatabaseOwner } from '#functions/adapters/database/migrate/sql-database-owner.ts';
import { invoices, retainedInvoices } from '#functions/database/schema/invoices-tables.ts';
import { addOldUser, copyOldMigrations } from '#test/support/database/old-migrations.ts';
import { startPostgres } from '#test/support/database/postgres.ts';
import { runPdfJob } from '#test/support/invoices/invoice-jobs.ts';
import { makeInvoice } from '#test/support/invoices/invoices.ts';
import { startSession } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

// Today's indexes and ledger do not fit the old schema, from which these tests begin.
vi.mock('#functions/database/long-indexes.ts', () => ({ longIndexes: [] }));
vi.mock('#functions/domain/ledger/catch-up.ts', () => ({
  openBalances: () => ({ changed: 0, leftOut: [] }),
  catchUpLedger: () => ({ changed: 0, leftOut: [] }),
}));

const MIGRATIONS = 'functions/database/migrations';
/** The last migration before invoices stored their terms. */
const LAST_OLD = 4;

const ISSUED_AT = '2026-10-01T06:00:00.000Z';
const { buyer, supplier } = makeInvoice({});

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let portal: TestPortal;
let admin: { cookie: string };
let userId: number;
let invoiceId: number;
let retainedId: number;
const oldMigrations = copyOldMigrations(MIGRATIONS, LAST_OLD);

/** Adds an invoice of two lines with its queued PDF, as the older portal wrote it. */
const addOldInvoice = async (number: string) => {
  const {
    rows: [row],
  } = await portal.connection.execute(sql`
    insert into invoices (invoice_number, user_id, total_amount, buyer, supplier, created_at, updated_at)
    values (${number}, ${userId}::int, 436.50, ${JSON.stringify(buyer)}::jsonb, ${JSON.stringify(supplier)}::jsonb,
      ${ISSUED_AT}::timestamptz, ${ISSUED_AT}::timestamptz)
    returning id`);
  const id = Number(row?.id);
  await portal.connection.execute(sql`
    insert into invoice_items (invoice_id, description, amount)
    values (${id}::int, 'Uncapped 4G/5G, October', 337), (${id}::int, 'SIM delivery', 99.5)`);
  await portal.connection.execute(sql`
    insert into jobs (kind, key, payload) values ('invoice-pdf', ${String(id)}, ${JSON.stringify({ invoiceId: id })}::jsonb)`);

  return id;
};

const addOldRetained = async () => {
  const {
    rows: [row],
  } = await portal.connection.execute(sql`
    insert into retained_invoices (id, invoice_number, total_amount, status, buyer, supplier, lines, created_at, delete_after)
    values (9000, 'INV-2026-000001', 436.50, 'paid', ${JSON.stringify(buyer)}::jsonb, ${JSON.stringify(supplier)}::jsonb,
      '[{"description":"Uncapped 4G/5G, October","amount":"337.00"},{"description":"SIM delivery","amount":"99.50"}]',
      ${ISSUED_AT}::timestamptz, '2031-10-01T06:00:00Z')
    returning id`);

  return Number(row?.id);
};

const migrate = () => {
  const { DATABASE_ARN = '', DATABASE_OWNER_SECRET_ARN = '', DATABASE_SECRET_ARN = '' } = process.env;
  const readLogin = async () => portal.secrets.get(DATABASE_SECRET_ARN) ?? '';
  const address = { resourceArn: DATABASE_ARN, secretArn: DATABASE_OWNER_SECRET_ARN, database: 'portal' };

  return makeDatabaseOwner(new RDSDataClient({}), address, readLogin, MIGRATIONS).migrate();
};

beforeAll(async () => {
  postgres = await startPostgres();
  portal = await startTestPortal({
    databaseUrl: postgres.connectionString,
    settings: { MIGRATIONS_FOLDER: oldMigrations },
  });
  userId = await addOldUser(portal);
  const adminId = await addOldUser(portal, 'admin');
  retainedId = await addOldRetained();
  invoiceId = await addOldInvoice('INV-2026-000002');

  await migrate();
  admin = { cookie: await startSession(portal, adminId) };
});
afterAll(async () => {
  await portal.stop();
  await postgres.stop();
  rmSync(oldMigrations, { recursive: true });
});

const LINES = [
  { description: 'Uncapped 4G/5G, October', unitCents: 33_700, quantity: 1, amountCents: 33_700 },
  { description: 'SIM delivery', unitCents: 9_950, quantity: 1, amountCents: 9_950 },
];

const findPrinted = async (id: number) => {
  const { database } = await import('#local/whole-database.ts');

  return database.invoicePdfs.findPrinted(id);
};

describe('an invoice from before invoices stored their terms', () => {
  it('lists and reads an invoice from before the terms were stored without a due date, each line once', async () => {
    const list = await portal.call('GET', `/api/users/${userId}/invoices`, admin);
    const read = await portal.call('GET', `/api/invoices/${invoiceId}`, admin);

    expect(list.body).toEqual([
      {
        id: invoiceId,
        invoiceNumber: 'INV-2026-000002',
        status: 'pending',
        createdAt: ISSUED_AT,
        totalAmount: 436.5,
        fileName: null,
        dueDate: null,
        amountDue: 436.5,
        reference: 'OW10001',
      },
    ]);
    expect(read.body).toEqual({
      ...list.body[0],
      lineItems: LINES.map(({ description, unitCents }) => ({
        description,
        amount: unitCents / 100,
        quantity: 1,
      })),
    });
  });

  it('prints an invoice from before the terms were stored without terms, in the first layout', async () => {
    expect(await findPrinted(invoiceId)).toEqual({
      invoiceNumber: 'INV-2026-000002',
      createdAt: ISSUED_AT,
      totalCents: 43_650,
      buyer,
      supplier,
      lines: LINES,
      terms: null,
      firstPrintedAt: null,
      driveFileId: null,
    });
    await runPdfJob(portal, invoiceId);
    const { status } = await portal.call('GET', `/api/invoices/${invoiceId}/download`, admin);
    expect(status).toBe(200);
  });

  it('prints an invoice from before the terms were stored from the retained invoices', async () => {
    expect(await findPrinted(retainedId)).toMatchObject({ lines: LINES, terms: null, firstPrintedAt: null });
  });

  it('retains an invoice from before the terms were stored unchanged, and prints the same', async () => {
    const before = await findPrinted(invoiceId);
    const [row] = await portal.connection.select().from(invoices).where(eq(invoices.id, invoiceId));
    const removed = await portal.call('DELETE', `/api/admin/users/${userId}`, admin);
    const [kept] = await portal.connection
      .select()
      .from(retainedInvoices)
      .where(eq(retainedInvoices.id, invoiceId));

    expect(removed.status).toBe(204);
    expect(kept).toMatchObject({
      terms: null,
      total_amount: '436.50',
      first_printed_at: row?.first_printed_at,
      lines: [
        { description: 'Uncapped 4G/5G, October', amount: '337.00', quantity: '1.000', line_amount: null },
        { description: 'SIM delivery', amount: '99.50', quantity: '1.000', line_amount: null },
      ],
    });
    expect(await findPrinted(invoiceId)).toEqual(before);
  });
});
