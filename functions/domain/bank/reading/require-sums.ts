import { AppError } from '#shared/errors.ts';
import { AMOUNT_MAX, centsFromAmount } from '#shared/money.ts';
import type { BankFile } from './bank-file.ts';

/** Refuses a file whose sums no column holds: a column was read that has no amounts, such as one of cell numbers. */
export const requireSums = (
  { rows, skipped, feeCents, openingCents, closingCents }: BankFile,
  field: 'mapping' | 'text',
): void => {
  const moved = rows.reduce((cents, { amountCents }) => cents + Math.abs(amountCents), 0);
  const largest = Math.max(
    ...[moved, skipped.cents, feeCents, openingCents ?? 0, closingCents ?? 0].map(Math.abs),
  );
  if (largest > centsFromAmount(AMOUNT_MAX)) {
    const sentence = 'The amounts of this file are too large. Is the column of the amounts the right one?';
    throw new AppError('unprocessable', sentence, { fields: { [field]: sentence } });
  }
};
