import * as z from 'zod';
import { invoiceBody, type LineItem } from '#shared/contract/invoices.ts';
import { QUANTITY_MAX } from '#shared/contract/limits.ts';
import { AMOUNT_MAX, lineCents, parseAmount } from '#shared/money.ts';
import { amountEntry, entryFromAmount, readAmount } from '../../lib/amount-entry.ts';

/** A line as it is typed. */
export interface TypedLine {
  /** Tells it from the others wherever it is moved; it is not sent. */
  key: string;
  description: string;
  quantity: string;
  amount: string;
}

/** '1,5', '1.5' and '1 500' are understood, and an empty field is one; anything else is 0, which the contract refuses. */
const readQuantity = (text: string): number => {
  const digits = text.trim().replace(/(?<=\d)\s(?=\d{3}(?!\d))/g, '');
  if (digits === '') {
    return 1;
  }

  return /^\d{1,9}([.,]\d+)?$/.test(digits) ? Number(digits.replace(',', '.')) : 0;
};

/** The items as they are typed; what cannot be read, the contract refuses. */
export const invoiceForm = z.object({
  lineItems: z
    .array(
      z.object({
        key: z.string(),
        description: z.string(),
        quantity: z.string().transform(readQuantity),
        amount: amountEntry,
      }),
    )
    .transform((lines): z.input<typeof invoiceBody.shape.lineItems> => lines)
    .pipe(invoiceBody.shape.lineItems),
});
export type InvoiceForm = z.input<typeof invoiceForm>;
export type InvoiceFields = z.output<typeof invoiceForm>;

const typedLine = (description: string, quantity: string, amount: string): TypedLine => ({
  key: crypto.randomUUID(),
  description,
  quantity,
  amount,
});

export const emptyItem = (): TypedLine => typedLine('', '1', entryFromAmount(0));

/** Nothing has been typed into it, or nothing is left of it. */
export const isBlank = ({ description, amount }: TypedLine): boolean =>
  description.trim() === '' && (amount.trim() === '' || parseAmount(amount) === 0);

/** A line that was issued or is offered, as it would be typed. */
export const typeLine = ({ description, quantity, amount }: LineItem): TypedLine =>
  typedLine(description, String(quantity).replace('.', ','), entryFromAmount(amount));

/** What a line comes to so far; one beyond the limits counts nothing. */
export const typedLineCents = (line: Pick<TypedLine, 'quantity' | 'amount'>): number => {
  const quantity = readQuantity(line.quantity);
  const amount = readAmount(line.amount);

  return quantity > QUANTITY_MAX || amount > AMOUNT_MAX ? 0 : lineCents({ quantity, amount });
};

/** The running total of what is typed so far. */
export const totalCents = (lines: readonly Pick<TypedLine, 'quantity' | 'amount'>[]): number =>
  lines.reduce((sum, line) => sum + typedLineCents(line), 0);
