import { auditOf } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { LedgerStore } from '#functions/ports/database/payments/ledger-store.ts';
import type { RouteAudit } from '#functions/ports/database/system/journal-store.ts';
import type { Payment } from '#shared/contract/payments/ledger-payments.ts';
import { dayAfter } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { formatRand } from '#shared/money.ts';
import { requireBankDate } from './bank-date.ts';

export const paymentNotFound = () => new AppError('not_found', 'Payment not found');

export const FROM_THE_BANK = 'This payment came from the bank. Open its line again instead.';

interface Reversal {
  userId: number;
  paymentId: number;
  amountCents: number;
  reason: string;
  bankDate: string;
  /** True for one that reverses a payment of a line of the bank by its line. */
  isOfLine?: boolean;
  /** False if the payment that takes its place is audited. */
  isAudited?: boolean;
}

/**
 * Reverses a payment of a locked account and returns the entry; undefined if it is reversed already or came from the
 * bank. What it paid is owed again, unless other credit of the account pays it at once.
 */
export const writeReversal = async (
  ledger: Pick<LedgerStore, 'endAllocations' | 'reversePayment' | 'settle'>,
  { amountCents, ...reversal }: Reversal,
  { audit, now }: { audit: RouteAudit; now: Date },
): Promise<number | undefined> => {
  const today = dayAfter(now, 0);
  const { userId, paymentId, reason } = reversal;
  await ledger.endAllocations({ paymentId }, today);
  const entryId = await ledger.reversePayment({
    ...reversal,
    date: today,
    audit,
    activity: `Payment of ${formatRand(amountCents)} reversed: ${reason}`,
    now,
  });
  if (entryId !== undefined) {
    await ledger.settle(userId, { on: today });
  }

  return entryId;
};

/** Why a debt of a deleted client is written off (D63). */
export const RETURNED_AFTER_DELETION = 'returned after the client was deleted';

/**
 * Reverses a payment of a locked account of a deleted client, and returns the entry; undefined if it is reversed already.
 * Nobody owes what it paid, so that is written off at once.
 */
export const writeRetainedReturn = async (
  ledger: Pick<LedgerStore, 'endAllocations' | 'reversePayment' | 'writeOffAll'>,
  reversal: Omit<Reversal, 'amountCents'>,
  { audit, now }: { audit: RouteAudit; now: Date },
): Promise<number | undefined> => {
  const { userId, paymentId } = reversal;
  const entry = { date: dayAfter(now, 0), audit, now };
  await ledger.endAllocations({ paymentId }, entry.date);
  const entryId = await ledger.reversePayment({ ...reversal, ...entry, activity: null });
  if (entryId !== undefined) {
    const reason = RETURNED_AFTER_DELETION;
    await ledger.writeOffAll({ ...entry, userId, reason, collection: null, isClosed: true });
  }

  return entryId;
};

/** Returns why a payment that exists was not reversed. */
export const refuseReversal = ({ lineId }: Payment): AppError =>
  typeof lineId === 'number'
    ? new AppError('conflict', FROM_THE_BANK, { lineId })
    : new AppError('conflict', 'This payment is reversed already.');

/** Reverses a payment that did not come from the bank. */
export const reversePayment = (
  database: DatabaseOf<'ledger' | 'payments'>,
  admin: SessionUser,
  { paymentId, reason, bankDate }: { paymentId: number; reason: string; bankDate?: string | undefined },
  now: Date,
): Promise<Payment> => {
  const takenBackOn = requireBankDate(bankDate, dayAfter(now, 0));

  return database.transaction(async ({ ledger, payments }) => {
    const found = await ledger.findAccountOfPayment(paymentId);
    // A payment of a deleted client is shown to nobody (D11).
    if (!found || !(await ledger.lock(found.userId))) {
      throw paymentNotFound();
    }

    const entryId = await writeReversal(
      ledger,
      { ...found, paymentId, reason, bankDate: takenBackOn },
      { audit: auditOf(admin, 'payments.reverse'), now },
    );
    const payment = await payments.find(paymentId);
    if (!payment) {
      throw paymentNotFound();
    }
    if (entryId === undefined) {
      throw refuseReversal(payment);
    }

    return payment;
  });
};
