import { paymentNotFound } from '#functions/domain/payments/reverse-payment.ts';
import type { LockedLine, PaymentTogether } from '#functions/ports/database/bank/bank-line-store.ts';
import { AppError } from '#shared/errors.ts';
import { formatRand } from '#shared/money.ts';

/**
 * Returns the payments that a returned line reverses: the named one, or all of its line if the bank took back that whole
 * line.
 */
export const chooseReturned = (
  together: readonly PaymentTogether[],
  paymentId: number,
  { amountCents }: Pick<LockedLine, 'amountCents'>,
): readonly PaymentTogether[] => {
  const named = together.find((payment) => payment.paymentId === paymentId);
  if (!named) {
    throw paymentNotFound();
  }
  if (amountCents >= 0) {
    throw new AppError(
      'unprocessable',
      'Money came in by this line. Only a line that the bank returned reverses a payment.',
    );
  }
  const isAlone = named.amountCents === -amountCents;
  if (!isAlone && named.lineCents !== -amountCents) {
    const sentence = `The payment is ${formatRand(named.amountCents)}, and the bank took back ${formatRand(-amountCents)}.`;
    throw new AppError('unprocessable', sentence, { fields: { reverses: sentence } });
  }
  const returned = isAlone ? [named] : together;
  if (returned.some(({ isReversed }) => isReversed)) {
    throw new AppError(
      'conflict',
      returned.length === 1
        ? 'This payment is reversed already. If the bank returned that payment, ignore the line.'
        : 'A payment of that line is reversed already, so they cannot be reversed together.',
    );
  }

  return returned;
};
