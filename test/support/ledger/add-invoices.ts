import { sql } from 'drizzle-orm';
import { makeLedgerStore } from '#functions/adapters/database/payments/sql-ledger-store.ts';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { dayAfter } from '#shared/dates.ts';
import { makeTerms } from '#test/support/invoices/invoices.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';

type Row = typeof invoices.$inferInsert;

/**
 * Writes invoices with their entries, without lines and PDFs, and what the account's credit pays. An invoice that is
 * marked as paid gets a payment, a void one its reversal; each is due on its own day if none is given. Returns their ids.
 */
export const addInvoices = (
  { connection }: Pick<TestPortal, 'connection'>,
  userId: number,
  rows: readonly Partial<Row>[],
): Promise<number[]> =>
  connection.transaction(async (db) => {
    const written = await db
      .insert(invoices)
      .values(
        rows.map((row) => ({
          invoice_number: `INV-TEST-${crypto.randomUUID()}`,
          user_id: userId,
          total_amount: '100.00',
          buyer: {},
          supplier: {},
          terms: makeTerms(),
          due_date: dayAfter(new Date(row.created_at ?? Date.now()), 0),
          ...row,
        })),
      )
      .returning({ id: invoices.id });
    const ids = written.map(({ id }) => id);
    const items = sql`
      ledger_items as item join invoices on invoices.id = item.invoice_id
      where item.user_id = ${userId} and item.invoice_id = any (${`{${ids}}`}::int[])`;

    await db.execute(sql`
      insert into ledger_entries (user_id, kind, date, amount, due_date, invoice_id, number, created_at)
      select user_id, 'invoice', (created_at at time zone 'Africa/Johannesburg')::date, -total_amount, due_date, id,
        invoice_number, created_at
      from invoices where id = any (${`{${ids}}`}::int[]) order by id`);
    await db.execute(sql`
      insert into ledger_entries (item_id, user_id, kind, date, amount, number)
      select item.id, item.user_id, 'reversal', item.date, -item.amount, item.number
      from ${items} and invoices.status = 'void'`);
    const { rows: payments } = await db.execute(sql`
      select nextval(pg_get_serial_sequence('ledger_entries', 'id')) as id, item.id as debt_id, item.date::text, item.due
      from ${items} and invoices.status = 'paid' and item.due > 0`);
    if (payments.length > 0) {
      const paid = sql`
        jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as paid (id bigint, debt_id bigint, date date, due numeric)`;
      await db.execute(sql`
        insert into ledger_entries (id, user_id, kind, date, amount, method)
        select id, ${userId}::int, 'payment', date, due, 'other' from ${paid}`);
      await db.execute(sql`
        insert into ledger_allocations (user_id, credit_id, debt_id, amount, date)
        select ${userId}::int, id, debt_id, due, date from ${paid}`);
    }
    await makeLedgerStore(db).settle(userId, { on: null });

    return ids;
  });
