import { parseAmount } from '#shared/money.ts';

export const UNREADABLE_AMOUNT = 'Enter an amount such as 1 250,50 or 1250.50';

/** Writes an amount of the record as en-ZA does: '399,00'. */
export const entryFromAmount = (amount: number): string =>
  amount === 0 ? '0' : amount.toFixed(2).replace('.', ',');

export const isReadable = (entry: string): boolean => parseAmount(entry) !== undefined;

/** Returns the amount; an entry that is unreadable or below zero, which no form takes, counts as 0 in every sum. */
export const readAmount = (entry: string): number => Math.max(0, parseAmount(entry) ?? 0);
