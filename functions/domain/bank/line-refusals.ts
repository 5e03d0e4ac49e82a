import type { LockedLine } from '#functions/ports/database/bank/bank-line-store.ts';
import { AppError } from '#shared/errors.ts';
import { formatRand } from '#shared/money.ts';

/** Returns the refusal of what was said about a line, at a field if one is to blame. */
export const refuse = (sentence: string, field?: string): AppError =>
  new AppError('unprocessable', sentence, field === undefined ? {} : { fields: { [field]: sentence } });

export const sumCents = (parts: readonly { amountCents: number }[]): number =>
  parts.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Refuses amounts that are together not the line's, and says by how much. */
export const requireSum = (what: string, cents: number, { amountCents }: LockedLine, field: string): void => {
  if (cents !== amountCents) {
    const difference = formatRand(Math.abs(cents - amountCents));
    const direction = cents < amountCents ? 'less' : 'more';
    throw refuse(`${what} ${formatRand(cents)}, ${difference} ${direction} than the line.`, field);
  }
};
