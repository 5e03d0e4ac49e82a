import { auditOf } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { Opening } from '#functions/ports/database/payments/ledger-store.ts';
import type { LedgerEntry } from '#shared/contract/payments/ledger-entries.ts';
import type { PaymentMethod } from '#shared/contract/payments/ledger-payments.ts';
import { dayAfter } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { NO_TAKE_ON_BALANCE } from '#shared/invoices/ledger-words.ts';
import { centsFromAmount, formatRand } from '#shared/money.ts';
import { requireBankDate } from './bank-date.ts';
import { lockAccount } from './lock-account.ts';

interface RefundOrder {
  amount: number;
  method: PaymentMethod;
  reason: string;
  bankDate?: string | undefined;
}

/** Records that credit was paid back to a client; refuses more than the credit (D53). */
export const recordRefund = (
  database: DatabaseOf<'ledger'>,
  admin: SessionUser,
  userId: number,
  { amount, method, reason, bankDate }: RefundOrder,
  now: Date,
): Promise<LedgerEntry> => {
  const date = dayAfter(now, 0);
  const paidBackOn = requireBankDate(bankDate, date);
  const amountCents = centsFromAmount(amount);

  return database.transaction(async ({ ledger }) => {
    await lockAccount(ledger, userId);
    const entry = await ledger.refund({
      userId,
      date,
      bankDate: paidBackOn,
      amountCents,
      method,
      reason,
      audit: auditOf(admin, 'payments.refund'),
      activity: `${formatRand(amountCents)} of your credit paid back`,
      now,
    });
    if (!entry) {
      const sentence = 'The client has less credit than that.';
      throw new AppError('unprocessable', sentence, { fields: { amount: sentence } });
    }
    await ledger.settle(userId, { on: date });

    return entry;
  });
};

/** Words give the direction, because the client does not see the sign of `User_Debit`. */
const wordCorrection = (amountCents: number): string =>
  amountCents > 0
    ? `Opening balance corrected by ${formatRand(amountCents)} in your favour`
    : `Opening balance corrected: you owe ${formatRand(-amountCents)} more`;

/**
 * Refuses a correction that turns a debt into a credit or enlarges a credit, because it would be a payment that
 * nobody made.
 */
const refuseAboveImported = ({ importedCents, balanceCents }: Opening, amountCents: number): void => {
  const roomCents = Math.max(importedCents, 0) - balanceCents;
  if (amountCents > Math.max(roomCents, 0)) {
    const sentence =
      roomCents > 0
        ? `The take-on balance can rise by ${formatRand(roomCents)} at most.`
        : 'The take-on balance cannot rise any more.';
    throw new AppError('unprocessable', sentence, { fields: { amount: sentence } });
  }
};

/**
 * Changes the imported balance of an account by an amount, which is above 0 in the client's favour. It never rises above
 * zero, or above what was imported if that was credit (D62).
 */
export const correctOpening = (
  database: DatabaseOf<'ledger'>,
  admin: SessionUser,
  userId: number,
  { amount, reason }: { amount: number; reason: string },
  now: Date,
): Promise<LedgerEntry> => {
  const date = dayAfter(now, 0);
  const amountCents = centsFromAmount(amount);

  return database.transaction(async ({ ledger }) => {
    await lockAccount(ledger, userId);
    const opening = await ledger.findOpening(userId);
    if (!opening) {
      throw new AppError('conflict', NO_TAKE_ON_BALANCE);
    }
    refuseAboveImported(opening, amountCents);
    const entry = await ledger.correct({
      userId,
      openingId: opening.id,
      date,
      amountCents,
      reason,
      audit: auditOf(admin, 'payments.correct'),
      activity: wordCorrection(amountCents),
      now,
    });
    await ledger.settle(userId, { on: date });

    return entry;
  });
};
