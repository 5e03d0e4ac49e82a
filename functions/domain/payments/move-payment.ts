import { auditOf } from '#functions/domain/audit.ts';
import { userNotFound } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import type { Payment } from '#shared/contract/payments/ledger-payments.ts';
import { AppError } from '#shared/errors.ts';
import { bankDayOf } from '#shared/invoices/ledger-words.ts';
import { centsFromAmount } from '#shared/money.ts';
import { findDayFault, writePayment } from './record-payment.ts';
import { paymentNotFound, refuseReversal, writeReversal } from './reverse-payment.ts';

type MoveDatabase = DatabaseOf<'bankLines' | 'ledger' | 'payments'>;

const refuseClient = (sentence: string) =>
  new AppError('unprocessable', sentence, { fields: { userId: sentence } });

/** Locks the accounts of both clients, and reads the payment then. */
const lockBoth = async (
  { ledger, payments }: Omit<MoveDatabase, 'transaction'>,
  paymentId: number,
  userId: number,
): Promise<{ payment: Payment; openingDate: string | null }> => {
  const found = await ledger.findAccountOfPayment(paymentId);
  if (!found) {
    throw paymentNotFound();
  }
  const accounts = await ledger.lockAll([found.userId, userId]);
  const payment = await payments.find(paymentId);
  // A payment of a deleted client is shown to nobody (D11).
  if (!payment || !accounts.some((account) => account.userId === found.userId)) {
    throw paymentNotFound();
  }
  const client = accounts.find((account) => account.userId === userId);
  if (!client) {
    throw userNotFound();
  }
  if (client.role === 'admin') {
    throw refuseClient('This is an administrator, not a client.');
  }
  if (userId === found.userId) {
    throw refuseClient('This payment is in the account of this client.');
  }

  return { payment, openingDate: client.openingDate };
};

/**
 * Moves a payment that was typed by hand to the client who made it: it is reversed, and recorded again with its day,
 * amount, method and reference. A mail tells a client who was thanked for it that it was not theirs (D63).
 */
export const movePayment = (
  { database, mailSettings }: { database: MoveDatabase; mailSettings: MailSettings },
  admin: SessionUser,
  { paymentId, userId, reason }: { paymentId: number; userId: number; reason: string },
  now: Date,
): Promise<Payment> =>
  database.transaction(async (transaction) => {
    const { bankLines, ledger } = transaction;
    const { payment, openingDate } = await lockBoth(transaction, paymentId, userId);
    if (payment.reversedAt !== null || typeof payment.lineId === 'number') {
      throw refuseReversal(payment);
    }
    const { amount, method, reference } = payment;
    const date = bankDayOf(payment);
    // It may be as old as it is, as a payment that is recorded again (D62).
    const fault = findDayFault(date, { today: date, openingDate });
    if (fault !== undefined) {
      throw refuseClient(fault);
    }

    const amountCents = centsFromAmount(amount);
    await writeReversal(
      ledger,
      { userId: payment.userId, paymentId, amountCents, reason, bankDate: date, isAudited: false },
      { audit: auditOf(admin, 'payments.move'), now },
    );
    if (mailSettings.isOn) {
      await bankLines.takeThanksBack([paymentId], now);
    }

    return writePayment(
      ledger,
      {
        userId,
        date,
        amount,
        method,
        ...(reference !== null && { reference }),
        replaces: paymentId,
        changes: { replaces: paymentId },
        allocations: [],
        at: '',
      },
      { mailSettings, admin, action: 'payments.move', now },
    );
  });
