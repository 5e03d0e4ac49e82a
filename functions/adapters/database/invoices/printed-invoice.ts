import { eq, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { invoiceItems, invoices, retainedInvoices } from '#functions/database/schema/invoices-tables.ts';

const printedColumns = (table: typeof invoices | typeof retainedInvoices) => ({
  id: table.id,
  invoiceNumber: table.invoice_number,
  createdAt: table.created_at,
  status: table.status,
  total: table.total_amount,
  buyer: table.buyer,
  supplier: table.supplier,
  terms: table.terms,
  firstPrintedAt: table.first_printed_at,
  driveFileId: table.google_drive_file_id,
});

/** A client's invoices, and those of deleted clients, whose PDFs are still finished (D11). */
export const selectPrinted = (db: Connection) =>
  db
    .select(printedColumns(invoices))
    .from(invoices)
    .unionAll(db.select(printedColumns(retainedInvoices)).from(retainedInvoices))
    .as('printed');

/** At any time the lines are in exactly one of the two places. */
export const selectLines = (db: Connection, invoiceId: number) =>
  db
    .select({
      description: invoiceItems.description,
      amount: invoiceItems.amount,
      quantity: invoiceItems.quantity,
      lineAmount: invoiceItems.line_amount,
      position: invoiceItems.id,
    })
    .from(invoiceItems)
    .where(eq(invoiceItems.invoice_id, invoiceId))
    .unionAll(
      db
        .select({
          description: sql<string>`line.value ->> 'description'`,
          amount: sql<string>`(line.value ->> 'amount')::numeric`,
          quantity: sql<string>`(line.value ->> 'quantity')::numeric`,
          lineAmount: sql<string>`(line.value ->> 'line_amount')::numeric`,
          position: sql<number>`line.position`,
        })
        .from(retainedInvoices)
        .innerJoin(
          sql`jsonb_array_elements(${retainedInvoices.lines}) with ordinality as line (value, position)`,
          sql`true`,
        )
        .where(eq(retainedInvoices.id, invoiceId)),
    )
    .orderBy(sql`5`);
