import * as z from 'zod';
import { parseAmount } from '#shared/money.ts';

/** What stands in an amount field. `isReplaced`: the text is the 0 that took the place of something unreadable. */
export interface AmountEntry {
  text: string;
  isReplaced: boolean;
}

export const UNREADABLE_AMOUNT = 'Enter an amount such as 12,50 or 12.50';

export const typeAmount = (text: string): AmountEntry => ({ text, isReplaced: false });

/** An amount from the record, written as en-ZA does: '399,00'. */
export const entryFromAmount = (amount: number): AmountEntry =>
  typeAmount(amount === 0 ? '0' : amount.toFixed(2).replace('.', ','));

/** On leaving the field: what cannot be read becomes 0, and says so until the field is typed in again. */
export const settleAmount = (entry: AmountEntry): AmountEntry =>
  parseAmount(entry.text) === undefined ? { text: '0', isReplaced: true } : entry;

export const readAmount = (entry: AmountEntry): number => parseAmount(entry.text) ?? 0;

/** The schema of an amount field in a form, which ends in the contract's own amount. */
export const amountEntry = (amount: z.ZodType<number, number>) =>
  z
    .object({ text: z.string(), isReplaced: z.boolean() })
    .refine((entry) => !entry.isReplaced && parseAmount(entry.text) !== undefined, UNREADABLE_AMOUNT)
    .transform(readAmount)
    .pipe(amount);
