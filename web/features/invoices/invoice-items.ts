import * as z from 'zod';
import { invoiceBody } from '#shared/contract/invoices.ts';
import { centsFromAmount } from '#shared/money.ts';
import { type AmountEntry, readAmount, typeAmount } from '../../lib/amount-entry.ts';

const typedAmount = z
  .object({ text: z.string(), isReplaced: z.boolean() })
  .transform((entry) => readAmount(entry));

/** The items as they are typed; what cannot be read as an amount is 0, which the contract refuses. */
export const invoiceForm = z.object({
  lineItems: z
    .array(z.object({ description: z.string(), amount: typedAmount }))
    .pipe(invoiceBody.shape.lineItems),
});
export type InvoiceForm = z.input<typeof invoiceForm>;
export type InvoiceFields = z.output<typeof invoiceForm>;

export const emptyItem = () => ({ description: '', amount: typeAmount('0') });

/** The running total of what is typed so far. */
export const totalCents = (items: readonly { amount: AmountEntry }[]): number =>
  items.reduce((sum, { amount }) => sum + centsFromAmount(readAmount(amount)), 0);
