import { eq } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { storedBuyer, storedSupplierOfNote } from '#functions/adapters/database/invoices/invoice-parties.ts';
import { creditNotes, retainedCreditNotes } from '#functions/database/schema/invoices-tables.ts';
import type { PrintedDocument } from '#functions/ports/database/invoices/invoice-pdf-store.ts';
import type { CreditedLineOfNote, CreditNoteTerms } from '#shared/invoices/issued-credit-note.ts';
import { centsFromDecimal } from '#shared/money.ts';

const storedTerms: z.ZodType<CreditNoteTerms> = z.object({
  layout: z.literal(1),
  vatPercent: z.number(),
  invoiceNumber: z.string(),
  invoicedAt: z.string(),
  invoiceCents: z.number(),
});

const storedLines: z.ZodType<CreditedLineOfNote[] | null> = z
  .array(
    z.object({
      lineId: z.number(),
      description: z.string(),
      amountCents: z.number(),
      from: z.string().nullable(),
      to: z.string().nullable(),
    }),
  )
  .nullable();

const printedColumns = (table: typeof creditNotes | typeof retainedCreditNotes) => ({
  id: table.id,
  creditNoteNumber: table.credit_note_number,
  createdAt: table.created_at,
  total: table.total_amount,
  vat: table.vat_amount,
  reason: table.reason,
  explanation: table.explanation,
  buyer: table.buyer,
  supplier: table.supplier,
  terms: table.terms,
  lines: table.lines,
  firstPrintedAt: table.first_printed_at,
  driveFileId: table.google_drive_file_id,
});

export const findPrintedCreditNote = async (
  db: Connection,
  creditNoteId: number,
): Promise<PrintedDocument | undefined> => {
  const [row] = await db
    .select(printedColumns(creditNotes))
    .from(creditNotes)
    .where(eq(creditNotes.id, creditNoteId))
    .unionAll(
      db
        .select(printedColumns(retainedCreditNotes))
        .from(retainedCreditNotes)
        .where(eq(retainedCreditNotes.id, creditNoteId)),
    );

  return (
    row && {
      number: row.creditNoteNumber,
      document: {
        kind: 'credit-note',
        creditNoteNumber: row.creditNoteNumber,
        createdAt: row.createdAt,
        totalCents: centsFromDecimal(row.total),
        vatCents: row.vat === null ? null : centsFromDecimal(row.vat),
        reason: row.reason,
        explanation: row.explanation,
        buyer: storedBuyer.parse(row.buyer),
        supplier: storedSupplierOfNote.parse(row.supplier),
        terms: storedTerms.parse(row.terms),
        lines: storedLines.parse(row.lines),
      },
      firstPrintedAt: row.firstPrintedAt,
      driveFileId: row.driveFileId,
    }
  );
};
