import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { makeInvoiceStore } from '#functions/adapters/database/invoices/sql-invoice-store.ts';
import { makeLedgerStore } from '#functions/adapters/database/payments/sql-ledger-store.ts';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { makeInvoice } from '#functions/domain/invoices/create-invoice.ts';
import { BANK_ACCOUNT } from '#shared/brand.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { portal } from '#test/support/portal/shared-portal.ts';
import { PROVIDER } from '#test/support/provider.ts';

const NOW = new Date('2041-05-06T08:00:00Z');
const supplier = { ...PROVIDER, vatNumber: '4870261234', complaints: null };
const invoiceOf = (userId: number, ...cents: number[]) =>
  makeInvoice(supplier, {
    userId,
    lines: cents.map((amountCents, place) => ({
      description: `Line ${place}`,
      unitCents: amountCents,
      quantity: 1,
      amountCents,
    })),
    lane: `lane of ${userId}`,
  });

it('invoices that are issued together are numbered in their order, a refused one leaves no gap, and credit pays the first', async () => {
  const rich = await addUser(portal, {});
  await writeAccount(portal, rich).pay('2026-01-05', 15_000);
  const [poor, nameless] = [await addUser(portal, {}), await addUser(portal, { User_Address: '' })];
  const issue = (year: number) =>
    portal.connection.transaction(async (db) => {
      const answers = await makeInvoiceStore(db).issue(
        [
          invoiceOf(rich, 10_000),
          invoiceOf(nameless, 600_000),
          invoiceOf(rich, 2_000, 7_000),
          invoiceOf(2_000_000_000, 100),
          invoiceOf(poor, 3_000),
        ],
        {
          year,
          supplier,
          terms: { layout: 3, vatPercent: 15, bank: BANK_ACCOUNT, termsDays: 7, dueDate: '2041-05-13' },
          audit: { actorId: 1, action: 'invoices.create', address: 'terminal' },
          ordersMail: true,
          now: NOW,
        },
      );
      await makeLedgerStore(db).settle(rich, { on: null });

      return answers;
    });

  const answers = await issue(2041);
  expect(answers.map((answer) => answer && (answer.invoice?.invoiceNumber ?? answer.missing))).toEqual([
    'INV-2041-000001',
    ['address'],
    'INV-2041-000002',
    undefined,
    'INV-2041-000003',
  ]);
  const ids = answers.flatMap((answer) => answer?.invoice?.id ?? []);
  expect([...ids].sort((one, other) => one - other)).toEqual(ids);

  const { rows } = await portal.connection.execute(sql`
    select invoice.invoice_number as number, invoice.total_amount as total, invoice.terms ->> 'creditCents' as credit,
      (select string_agg(item.description || ' ' || item.line_amount, ', ' order by item.id)
        from invoice_items as item where item.invoice_id = invoice.id) as lines,
      (select entry.amount || ' with VAT ' || entry.vat from ledger_entries as entry where entry.invoice_id = invoice.id) as entry,
      (select job.lane from jobs as job where job.kind = 'invoice-pdf' and job.key = invoice.id::text) as lane,
      (select count(*) from mails where key = 'invoice:' || invoice.id) as mails,
      (select count(*) from audit_log where record = 'invoice ' || invoice.invoice_number || ' of user ' || invoice.user_id)
        as audited,
      (select description from activities where description like 'Invoice ' || invoice.invoice_number || ' %') as activity,
      invoice.status
    from ${invoices} as invoice where invoice.invoice_number like 'INV-2041-%' order by invoice.id`);
  const once = { mails: 1, audited: 1 };
  expect(rows).toEqual([
    {
      ...once,
      number: 'INV-2041-000001',
      total: '100.00',
      credit: '10000',
      lines: 'Line 0 100.00',
      entry: '-100.00 with VAT -13.04',
      lane: `lane of ${rich}`,
      activity: 'Invoice INV-2041-000001 issued for R\u00a0100,00',
      status: 'paid',
    },
    {
      ...once,
      number: 'INV-2041-000002',
      total: '90.00',
      credit: '5000',
      lines: 'Line 0 20.00, Line 1 70.00',
      entry: '-90.00 with VAT -11.74',
      lane: `lane of ${rich}`,
      activity: 'Invoice INV-2041-000002 issued for R\u00a090,00',
      status: 'pending',
    },
    {
      ...once,
      number: 'INV-2041-000003',
      total: '30.00',
      credit: '0',
      lines: 'Line 0 30.00',
      entry: '-30.00 with VAT -3.91',
      lane: `lane of ${poor}`,
      activity: 'Invoice INV-2041-000003 issued for R\u00a030,00',
      status: 'pending',
    },
  ]);
  const [left] = await portal.connection
    .select({ total: invoices.total_amount })
    .from(invoices)
    .where(eq(invoices.user_id, nameless));
  expect(left).toBeUndefined();
});
