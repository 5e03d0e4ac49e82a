import { eq, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { invoiceItems, invoices, retainedInvoices } from '#functions/database/schema/invoices-tables.ts';
import { ledgerEntries } from '#functions/database/schema/ledger-tables.ts';
import type { PrintedDocument } from '#functions/ports/database/invoices/invoice-pdf-store.ts';
import { centsFromDecimal } from '#shared/money.ts';
import { storedBuyer, storedSupplier, storedTerms } from './invoice-parties.ts';

/** True for an invoice that was voided: one that was credited in full is void, too, and keeps its PDF (D55, D65). */
export const isVoided = (invoiceId: SQL): SQL<boolean> => sql<boolean>`exists (
  select from ${ledgerEntries} as invoiced
  join ${ledgerEntries} as reversal on reversal.item_id = invoiced.id and reversal.kind = 'reversal'
  where invoiced.invoice_id = ${invoiceId} and invoiced.kind = 'invoice')`;

const printedColumns = (table: typeof invoices | typeof retainedInvoices) => ({
  id: table.id,
  invoiceNumber: table.invoice_number,
  createdAt: table.created_at,
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

export const findPrintedInvoice = async (
  db: Connection,
  invoiceId: number,
): Promise<PrintedDocument | undefined> => {
  const printed = selectPrinted(db);
  const [[row], lines] = await Promise.all([
    db
      .select({
        invoiceNumber: printed.invoiceNumber,
        createdAt: printed.createdAt,
        total: printed.total,
        buyer: printed.buyer,
        supplier: printed.supplier,
        terms: printed.terms,
        firstPrintedAt: printed.firstPrintedAt,
        driveFileId: printed.driveFileId,
        isVoid: isVoided(sql`${printed.id}`).as('is_void'),
      })
      .from(printed)
      .where(eq(printed.id, invoiceId)),
    selectLines(db, invoiceId),
  ]);

  return (
    row && {
      number: row.invoiceNumber,
      document: {
        kind: 'invoice',
        invoiceNumber: row.invoiceNumber,
        createdAt: row.createdAt,
        isVoid: row.isVoid,
        totalCents: centsFromDecimal(row.total),
        buyer: storedBuyer.parse(row.buyer),
        supplier: storedSupplier.parse(row.supplier),
        lines: lines.map(({ description, amount, quantity, lineAmount }) => ({
          description,
          unitCents: centsFromDecimal(amount),
          quantity: Number(quantity),
          amountCents: centsFromDecimal(lineAmount),
        })),
        terms: storedTerms.parse(row.terms),
      },
      firstPrintedAt: row.firstPrintedAt,
      driveFileId: row.driveFileId,
    }
  );
};
