import { auditOfReading } from '#functions/domain/invoices/read-invoices.ts';
import { requireUser } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { PaymentPage, PaymentStore } from '#functions/ports/database/payments/payment-store.ts';
import { OPEN_ITEMS_MAX, PAYMENTS_SHOWN } from '#shared/contract/limits.ts';
import { type Debt, type ListedPayment, writeCursor } from '#shared/contract/payments/ledger-payments.ts';

/** Notes, and who wrote what when, are for administrators only. */
const asClientReads = ({
  note: _note,
  writtenBy: _writtenBy,
  createdAt: _createdAt,
  reversedBy: _reversedBy,
  lineId: _lineId,
  ...entry
}: ListedPayment): ListedPayment => entry;

/**
 * Lists any client's payments, refunds and corrections for an admin; a client sees only their own, without what is for administrators. A
 * request for another client's answers "not found", as if that client did not exist.
 */
export const listPayments = async (
  payments: Pick<PaymentStore, 'listOf'>,
  reader: SessionUser,
  { userId, ...asked }: { userId: number } & Omit<PaymentPage, 'limit' | 'isForClient'>,
): Promise<ListedPayment[]> => {
  const isAllowed = reader.role === 'admin' || reader.userId === userId;
  const page = { ...asked, limit: PAYMENTS_SHOWN, isForClient: reader.role === 'client' };
  const found = requireUser(
    isAllowed ? await payments.listOf(userId, page, auditOfReading(reader, 'payments.list')) : undefined,
  );

  const listed = found.map((entry): ListedPayment => ({ ...entry, cursor: writeCursor(entry) }));

  return reader.role === 'admin' ? listed : listed.map(asClientReads);
};

/** Reads what any client owes for an admin; a client reads only their own, as the list of payments. */
export const readDebt = async (
  payments: Pick<PaymentStore, 'readDebt'>,
  reader: SessionUser,
  userId: number,
): Promise<Debt> => {
  const isAllowed = reader.role === 'admin' || reader.userId === userId;
  const { firstOpenDay, newcomer, ...debt } = requireUser(
    isAllowed
      ? await payments.readDebt(userId, OPEN_ITEMS_MAX, auditOfReading(reader, 'payments.debt'))
      : undefined,
  );

  return reader.role === 'admin' ? { ...debt, firstOpenDay, newcomer } : debt;
};
