import { eq, sql as raw } from 'drizzle-orm';
import { invoiceItems, invoices, retainedInvoices } from '#functions/database/schema.ts';
import type { Sql } from './sql.ts';

const printedColumns = (table: typeof invoices | typeof retainedInvoices) => ({
  id: table.id,
  invoiceNumber: table.invoice_number,
  createdAt: table.created_at,
  total: table.total_amount,
  buyer: table.buyer,
  supplier: table.supplier,
  driveFileId: table.google_drive_file_id,
});

/** A client's invoices, and those of deleted clients, whose PDFs are finished all the same (decision 11). */
export const selectPrinted = (sql: Sql) =>
  sql
    .select(printedColumns(invoices))
    .from(invoices)
    .unionAll(sql.select(printedColumns(retainedInvoices)).from(retainedInvoices))
    .as('printed');

/** At any moment the lines stand in one of the two places. */
export const selectLines = (sql: Sql, invoiceId: number) =>
  sql
    .select({ description: invoiceItems.description, amount: invoiceItems.amount, position: invoiceItems.id })
    .from(invoiceItems)
    .where(eq(invoiceItems.invoice_id, invoiceId))
    .unionAll(
      sql
        .select({
          description: raw<string>`line.value ->> 'description'`,
          amount: raw<string>`(line.value ->> 'amount')::numeric`,
          position: raw<number>`line.position`,
        })
        .from(retainedInvoices)
        .innerJoin(
          raw`jsonb_array_elements(${retainedInvoices.lines}) with ordinality as line (value, position)`,
          raw`true`,
        )
        .where(eq(retainedInvoices.id, invoiceId)),
    )
    .orderBy(raw`3`);
