import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { creditNotes } from '#functions/database/schema/invoices-tables.ts';
import type { CreditNote } from '#shared/contract/credit-notes.ts';

export const creditNoteColumns = {
  id: creditNotes.id,
  userId: creditNotes.user_id,
  creditNoteNumber: creditNotes.credit_note_number,
  invoiceId: creditNotes.invoice_id,
  invoiceNumber: sql<string>`${creditNotes.terms} ->> 'invoiceNumber'`.as('invoice_number'),
  createdAt: creditNotes.created_at,
  totalAmount: creditNotes.total_amount,
  vatAmount: creditNotes.vat_amount,
  reason: creditNotes.reason,
  explanation: creditNotes.explanation,
  fileName: creditNotes.file_name,
};

export const readCreditNote = (
  row: Omit<CreditNote, 'totalAmount' | 'vatAmount'> & { totalAmount: string; vatAmount: string | null },
): CreditNote => ({
  ...row,
  totalAmount: Number(row.totalAmount),
  vatAmount: row.vatAmount === null ? null : Number(row.vatAmount),
});

/** Names a credit note in the audit log. */
export const recordOfNote = (creditNoteNumber: SQLWrapper, userId: SQLWrapper): SQL =>
  sql`'credit note ' || ${creditNoteNumber} || ' of user ' || ${userId}`;
