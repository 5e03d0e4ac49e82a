import { auditOfReading } from '#functions/domain/invoices/read-invoices.ts';
import { requireUser } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { CreditNoteStore } from '#functions/ports/database/credit-notes/credit-note-store.ts';
import type { CreditNote } from '#shared/contract/credit-notes.ts';
import { AppError } from '#shared/errors.ts';

export const creditNoteNotFound = () => new AppError('not_found', 'Credit note not found');

/** Lists any client's credit notes for an admin; a client sees only their own, as with invoices (D17). */
export const listCreditNotes = async (
  creditNotes: Pick<CreditNoteStore, 'listOf'>,
  reader: SessionUser,
  userId: number,
): Promise<CreditNote[]> => {
  const isAllowed = reader.role === 'admin' || reader.userId === userId;

  return requireUser(
    isAllowed ? await creditNotes.listOf(userId, auditOfReading(reader, 'credit-notes.list')) : undefined,
  );
};

/** Reads any credit note for an admin; a client sees only their own. */
export const readCreditNote = async (
  creditNotes: Pick<CreditNoteStore, 'find'>,
  reader: SessionUser,
  creditNoteId: number,
): Promise<CreditNote> => {
  const found = await creditNotes.find(creditNoteId, auditOfReading(reader, 'credit-notes.read'));
  if (!found || !(reader.role === 'admin' || reader.userId === found.userId)) {
    throw creditNoteNotFound();
  }

  return found;
};
