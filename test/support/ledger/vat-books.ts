import { sql } from 'drizzle-orm';
import { makeInvoiceStore } from '#functions/adapters/database/invoices/sql-invoice-store.ts';
import { makeLedgerStore } from '#functions/adapters/database/payments/sql-ledger-store.ts';
import { BANK_ACCOUNT } from '#shared/brand.ts';
import { vatPortionCents } from '#shared/money.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';
import { PROVIDER } from '#test/support/provider.ts';
import { writeAccount } from './write-account.ts';

export const addVatAccount = async (portal: TestPortal, fields: Parameters<typeof addUser>[1] = {}) => {
  const userId = await addUser(portal, { User_Date: '1999-01-01T08:00:00Z', ...fields });

  return { userId, ...writeAccount(portal, userId) };
};

/** Issues an invoice of R 115 at an instant, with this VAT number or none. */
export const issueOf = (
  portal: TestPortal,
  userId: number,
  { at, vatNumber }: { at: string; vatNumber: string | null },
) =>
  portal.connection.transaction(async (db) => {
    const cents = 11_500;
    const [issued] = await makeInvoiceStore(db).issue(
      [
        {
          userId,
          totalCents: cents,
          vatCents: vatNumber === null ? null : vatPortionCents(cents, 15),
          lines: [{ description: 'Fibre', unitCents: cents, quantity: 1, amountCents: cents }],
          requires: [],
          activity: { before: '', after: 'Something' },
          lane: null,
        },
      ],
      {
        year: Number(at.slice(0, 4)),
        supplier: { ...PROVIDER, vatNumber, complaints: null },
        terms: { layout: 3, vatPercent: 15, bank: BANK_ACCOUNT, termsDays: 7, dueDate: at.slice(0, 10) },
        audit: { actorId: 1, action: 'invoices.create', address: 'terminal' },
        ordersMail: false,
        now: new Date(at),
      },
    );
    await makeLedgerStore(db).settle(userId, { on: null });

    return issued?.invoice?.id ?? 0;
  });

export interface NewEntry {
  invoiceId: number;
  day: string;
  /** In rand, in the sign of the ledger. */
  amount: number;
  number?: string;
}

export type AboutInvoice = 'credit-note' | 'write-off' | 'write-off-reversal' | 'recovery';

/** Writes an entry about an invoice, as the routes do, and settles the account. */
export const addEntryOf = (
  portal: TestPortal,
  userId: number,
  kind: AboutInvoice,
  { invoiceId, day, amount, number }: NewEntry,
) =>
  portal.connection.transaction(async (db) => {
    const isNote = kind === 'credit-note';
    await db.execute(sql`
      insert into ledger_entries (item_id, user_id, kind, date, amount, invoice_id, number)
      select ${isNote ? sql`null` : sql`id`}, ${userId}::int, ${kind}, ${day}::date, ${amount}::numeric,
        ${isNote ? sql`invoice_id` : sql`null`}, ${number ?? null}
      from ledger_items where invoice_id = ${invoiceId}::int`);
    if (isNote) {
      await db.execute(sql`
        insert into ledger_allocations (user_id, credit_id, debt_id, amount, date)
        select ${userId}::int, max(entry.id), item.id, ${amount}::numeric, ${day}::date
        from ledger_entries as entry join ledger_items as item using (invoice_id)
        where entry.invoice_id = ${invoiceId}::int and entry.kind = 'credit-note' group by item.id`);
    }
    await makeLedgerStore(db).settle(userId, { on: null });
  });
