import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { creditedOfLine, isStillBilled } from '#functions/adapters/database/credit-notes/credited-of-line.ts';
import { auditingRead, auditingReadOf } from '#functions/adapters/database/system/audited-reads.ts';
import {
  billedServices,
  creditNotes,
  invoiceItems,
  invoices,
} from '#functions/database/schema/invoices-tables.ts';
import { ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { CreditNoteStore } from '#functions/ports/database/credit-notes/credit-note-store.ts';
import { centsFromDecimal } from '#shared/money.ts';
import { makeCreditNoteIssue } from './credit-note-issue.ts';
import { creditNoteColumns, readCreditNote, recordOfNote } from './credit-note-row.ts';

export const makeCreditNoteStore = (db: Connection): CreditNoteStore => ({
  lockInvoice: async (invoiceId) => {
    // One row per line instead of one row of them all: the Data API limits a row to 64 KB.
    const rows = await db
      .select({
        userId: invoices.user_id,
        invoiceNumber: invoices.invoice_number,
        createdAt: invoices.created_at,
        status: invoices.status,
        isTaxInvoice: sql<boolean>`${invoices.supplier} ->> 'vatNumber' is not null`.as('is_tax_invoice'),
        vatPercent: sql<string>`${invoices.terms} ->> 'vatPercent'`.as('vat_percent'),
        total: invoices.total_amount,
        due: ledgerItems.due,
        credited: ledgerItems.credited,
        writtenOff: ledgerItems.written_off,
        hasMissingNote: sql<boolean>`exists (
          select from ${creditNotes} as note where note.invoice_id = ${invoices.id} and note.entry_id is null)`.as(
          'has_missing_note',
        ),
        creditedOfLine,
        line: {
          id: invoiceItems.id,
          description: invoiceItems.description,
          amount: invoiceItems.line_amount,
        },
        bills: {
          rowId: billedServices.id,
          from: billedServices.from_day,
          to: billedServices.to_day,
        },
      })
      .from(invoices)
      .innerJoin(ledgerItems, eq(ledgerItems.invoice_id, invoices.id))
      .leftJoin(invoiceItems, eq(invoiceItems.invoice_id, invoices.id))
      .leftJoin(billedServices, isStillBilled)
      .where(eq(invoices.id, invoiceId))
      .orderBy(asc(invoiceItems.id))
      .for('no key update', { of: invoices });
    const [first] = rows;

    return (
      first && {
        userId: first.userId,
        invoiceNumber: first.invoiceNumber,
        createdAt: first.createdAt,
        isVoid: first.status === 'void',
        isTaxInvoice: first.isTaxInvoice,
        vatPercent: Number(first.vatPercent),
        totalCents: centsFromDecimal(first.total),
        dueCents: centsFromDecimal(first.due),
        creditedCents: centsFromDecimal(first.credited),
        writtenOffCents: centsFromDecimal(first.writtenOff),
        hasMissingNote: first.hasMissingNote,
        lines: rows.flatMap(({ line, creditedOfLine, bills }) =>
          line === null
            ? []
            : [
                {
                  id: line.id,
                  description: line.description,
                  amountCents: centsFromDecimal(line.amount),
                  creditedCents: Number(creditedOfLine),
                  bills:
                    bills === null || bills.from === null || bills.to === null
                      ? null
                      : { rowId: bills.rowId, from: bills.from, to: bills.to },
                },
              ],
        ),
      }
    );
  },

  issue: makeCreditNoteIssue(db),

  listOf: async (userId, audit) => {
    const rows = await db
      .with(auditingReadOf(db, userId, audit))
      .select({ note: creditNoteColumns })
      .from(users)
      .leftJoin(creditNotes, eq(creditNotes.user_id, users.User_Id))
      .where(eq(users.User_Id, userId))
      .orderBy(desc(creditNotes.created_at), desc(creditNotes.id));

    return rows.length === 0
      ? undefined
      : rows.flatMap(({ note }) => (note === null ? [] : [readCreditNote(note)]));
  },

  find: async (creditNoteId, audit) => {
    const audited = auditingRead(db, audit, {
      record: recordOfNote(creditNotes.credit_note_number, creditNotes.user_id),
      from: sql`${creditNotes}`,
      condition: sql`${creditNotes.id} = ${creditNoteId}`,
    });
    const [row] = await db
      .with(audited)
      .select(creditNoteColumns)
      .from(creditNotes)
      .where(eq(creditNotes.id, creditNoteId));

    return row && readCreditNote(row);
  },
});
