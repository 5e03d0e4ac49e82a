import type { LockedLine, PaymentOfLine } from '#functions/ports/database/bank/bank-line-store.ts';
import { daysOfRecording } from '#shared/books/recorded-days.ts';
import { BANK_FEE_SHARE_MAX } from '#shared/contract/bank/bank-limits.ts';
import { formatDateShort } from '#shared/dates.ts';
import { formatRand } from '#shared/money.ts';
import { refuse, requireSum, sumCents } from './line-refusals.ts';

const requireDay = (day: string, lineDay: string, field: string): void => {
  const { from, until } = daysOfRecording(lineDay);
  if (day < from || day > until) {
    const days = `from ${formatDateShort(from)} to ${formatDateShort(until)}`;
    throw refuse(`This payment is of ${formatDateShort(day)}. Payments ${days} can be this line.`, field);
  }
};

/** Refuses payments that cannot be a line together, less the fee that the bank kept. */
export const requireJoinable = (
  payments: readonly PaymentOfLine[],
  line: LockedLine,
  feeCents: number,
): void => {
  for (const [index, { paymentId, isReversed, lineId, bankDate }] of payments.entries()) {
    const field = `paymentIds.${index}`;
    if (isReversed) {
      throw refuse('This payment was reversed.', field);
    }
    if (lineId !== null) {
      throw refuse('This payment belongs to another line.', field);
    }
    if (payments.findIndex((other) => other.paymentId === paymentId) < index) {
      throw refuse('This payment is named twice.', field);
    }
    requireDay(bankDate, line.date, field);
  }
  const cents = sumCents(payments);
  const what = feeCents === 0 ? 'The payments come to' : 'The payments less the fee come to';
  requireSum(what, cents - feeCents, line, 'paymentIds');
  const feeMax = Math.floor(cents * BANK_FEE_SHARE_MAX);
  if (feeCents > feeMax) {
    throw refuse(
      `A fee of ${formatRand(feeCents)} is too much: at most ${formatRand(feeMax)}, a tenth.`,
      'fee',
    );
  }
};
