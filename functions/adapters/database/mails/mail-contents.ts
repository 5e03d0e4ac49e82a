import { and, eq, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { creditNoteColumns } from '#functions/adapters/database/credit-notes/credit-note-row.ts';
import {
  storedSupplier,
  storedSupplierOfNote,
  storedTerms,
} from '#functions/adapters/database/invoices/invoice-parties.ts';
import { payingColumns } from '#functions/adapters/database/invoices/invoice-row.ts';
import {
  readStillPayable,
  stillPayableOf,
} from '#functions/adapters/database/write-offs/written-off-sums.ts';
import { sessions } from '#functions/database/schema/auth-tables.ts';
import { creditNotes, invoices } from '#functions/database/schema/invoices-tables.ts';
import { helpdeskTickets } from '#functions/database/schema/tickets-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { MailWorkStore } from '#functions/ports/database/mails/mail-work-store.ts';
import { centsFromDecimal } from '#shared/money.ts';

/** Reads what mails are about. */
export const makeMailContents = (
  db: Connection,
): Pick<
  MailWorkStore,
  'findInvoice' | 'findCreditNote' | 'findSession' | 'findPerson' | 'findTicketSubject'
> => ({
  findInvoice: async (invoiceId) => {
    const [row] = await db
      .select({
        userId: invoices.user_id,
        invoiceNumber: invoices.invoice_number,
        status: invoices.status,
        total: invoices.total_amount,
        terms: invoices.terms,
        supplier: invoices.supplier,
        fileName: invoices.file_name,
        driveFileId: invoices.google_drive_file_id,
        driveId: invoices.drive_id,
        balance: users.User_Debit,
        ...payingColumns,
      })
      .from(invoices)
      .innerJoin(users, eq(users.User_Id, invoices.user_id))
      .where(eq(invoices.id, invoiceId));
    if (!row) {
      return undefined;
    }

    const { userId, invoiceNumber, status, fileName, driveFileId, driveId } = row;
    const terms = storedTerms.parse(row.terms);

    return {
      userId,
      invoiceNumber,
      status,
      totalCents: centsFromDecimal(row.total),
      creditedCents: centsFromDecimal(row.credited),
      dueCents: centsFromDecimal(row.amountDue),
      writtenOffCents: centsFromDecimal(row.writtenOff),
      owedCents: Math.max(-centsFromDecimal(row.balance), 0),
      reference: row.reference,
      dueDate: terms.dueDate,
      bank: terms.bank,
      supplierEmail: storedSupplier.parse(row.supplier).email,
      file: fileName && driveFileId ? { name: fileName, id: driveFileId, driveId } : null,
    };
  },

  findCreditNote: async (creditNoteId) => {
    const [row] = await db
      .select({
        note: creditNoteColumns,
        supplier: creditNotes.supplier,
        driveFileId: creditNotes.google_drive_file_id,
        driveId: creditNotes.drive_id,
        balance: users.User_Debit,
        stillPayable: stillPayableOf(sql`${creditNotes.user_id}`).as('still_payable'),
      })
      .from(creditNotes)
      .innerJoin(users, eq(users.User_Id, creditNotes.user_id))
      .where(eq(creditNotes.id, creditNoteId));
    if (!row) {
      return undefined;
    }

    const { note, driveFileId, driveId } = row;
    const { userId, creditNoteNumber, invoiceNumber, reason, explanation, fileName } = note;

    return {
      userId,
      creditNoteNumber,
      invoiceNumber,
      totalCents: centsFromDecimal(note.totalAmount),
      reason,
      explanation,
      account: {
        balanceCents: centsFromDecimal(row.balance),
        stillPayable: readStillPayable(row.stillPayable),
      },
      supplierEmail: storedSupplierOfNote.parse(row.supplier).email,
      file: fileName && driveFileId ? { name: fileName, id: driveFileId, driveId } : null,
    };
  },

  findSession: async (sessionId) => {
    const [row] = await db
      .select({
        createdAt: sessions.created_at,
        browser: sessions.browser,
        system: sessions.system,
        address: sessions.address,
      })
      .from(sessions)
      .where(eq(sessions.id, sessionId));

    return row;
  },

  findPerson: async (userId) => {
    const [row] = await db
      .select({ name: users.User_Name, surname: users.User_Surname, owNumber: users.OWNumber })
      .from(users)
      .where(eq(users.User_Id, userId));

    return row;
  },

  findTicketSubject: async (userId, ticketId) => {
    const [row] = await db
      .select({ subject: sql<string>`${helpdeskTickets.ticket} ->> 'subject'` })
      .from(helpdeskTickets)
      .innerJoin(users, eq(users.User_Support_Id, helpdeskTickets.requester_id))
      .where(and(eq(helpdeskTickets.id, ticketId), eq(users.User_Id, userId)));

    return row?.subject;
  },
});
