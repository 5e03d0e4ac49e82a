import { auditOf } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { Payment } from '#shared/contract/ledger-payments.ts';
import { dayAfter } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { formatRand } from '#shared/money.ts';
import { requireBankDate } from './bank-date.ts';

const paymentNotFound = () => new AppError('not_found', 'Payment not found');

/** Reverses a payment. What it paid is owed again, unless other credit of the account pays it at once. */
export const reversePayment = (
  database: DatabaseOf<'ledger' | 'payments'>,
  admin: SessionUser,
  { paymentId, reason, bankDate }: { paymentId: number; reason: string; bankDate?: string | undefined },
  now: Date,
): Promise<Payment> => {
  const today = dayAfter(now, 0);
  const takenBackOn = requireBankDate(bankDate, today);

  return database.transaction(async ({ ledger, payments }) => {
    const found = await ledger.findAccountOfPayment(paymentId);
    // A payment of a deleted client is shown to nobody (D11).
    if (!found || !(await ledger.lock(found.userId))) {
      throw paymentNotFound();
    }

    await ledger.endAllocations({ paymentId }, today);
    const isReversed = await ledger.reversePayment({
      userId: found.userId,
      paymentId,
      date: today,
      bankDate: takenBackOn,
      reason,
      audit: auditOf(admin, 'ledger.reverse'),
      activity: `Payment of ${formatRand(found.amountCents)} reversed: ${reason}`,
      now,
    });
    if (!isReversed) {
      throw new AppError('conflict', 'This payment is reversed already.');
    }
    await ledger.settle(found.userId, { on: today });

    const payment = await payments.find(paymentId);
    if (!payment) {
      throw paymentNotFound();
    }

    return payment;
  });
};
