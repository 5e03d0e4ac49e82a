import { auditOfRead } from '#functions/domain/audit.ts';
import { requireUser } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { InvoiceStore } from '#functions/ports/database/invoices/invoice-store.ts';
import type { RouteId } from '#shared/contract/index.ts';
import type { Invoice, InvoiceWithLines } from '#shared/contract/invoices.ts';
import { AppError } from '#shared/errors.ts';

/** Returns the audit entry of a read by an administrator (D33), or undefined for a client. */
export const auditOfReading = (reader: SessionUser, action: RouteId) =>
  reader.role === 'admin' ? auditOfRead(reader, action) : undefined;

/**
 * Lists any client's invoices for an admin; a client sees only their own. A request for another client's answers "not
 * found", as if that client did not exist.
 */
export const listInvoices = async (
  invoices: Pick<InvoiceStore, 'listOf'>,
  reader: SessionUser,
  userId: number,
): Promise<Invoice[]> => {
  const isAllowed = reader.role === 'admin' || reader.userId === userId;

  return requireUser(
    isAllowed ? await invoices.listOf(userId, auditOfReading(reader, 'invoices.list')) : undefined,
  );
};

export const invoiceNotFound = () => new AppError('not_found', 'Invoice not found');

/**
 * Reads any invoice for an admin; a client sees only their own. A request for another client's answers "not found",
 * like one for a missing invoice.
 */
export const readInvoice = async (
  invoices: Pick<InvoiceStore, 'find'>,
  reader: SessionUser,
  invoiceId: number,
): Promise<InvoiceWithLines> => {
  const found = await invoices.find(invoiceId, auditOfReading(reader, 'invoices.read'));
  if (!found || !(reader.role === 'admin' || reader.userId === found.userId)) {
    throw invoiceNotFound();
  }

  return found.invoice;
};
