import * as z from 'zod';
import { invoiceBody, type LineItem } from '#shared/contract/invoices.ts';
import { QUANTITY_MAX } from '#shared/contract/money-limits.ts';
import { AMOUNT_MAX, lineCents, parseAmount, parseQuantity, typeQuantity } from '#shared/money.ts';
import { entryFromAmount, readAmount } from '../../../lib/forms/amount-entry.ts';
import { amountEntry } from '../../../lib/forms/amount-schema.ts';
import type { OfferedLine } from './offered-lines.ts';

/** A line as typed. */
export interface TypedLine {
  /** Identifies the line wherever it is moved; it is not sent. */
  key: string;
  description: string;
  quantity: string;
  amount: string;
  /** The service and the days that the line bills; it keeps them however its text is edited. */
  serviceId?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export const UNREADABLE_QUANTITY =
  'Enter a quantity such as 1 000 or 1,5. For three decimals, begin with 0: 01,125';

/** An empty field counts as 1. */
const readQuantity = (entry: string): number | undefined => (entry.trim() === '' ? 1 : parseQuantity(entry));

export const isReadableQuantity = (entry: string): boolean => readQuantity(entry) !== undefined;

/** The contract refuses NaN, so an unreadable quantity blocks the save. */
const quantityEntry = z.string().transform((entry) => readQuantity(entry) ?? Number.NaN);

/** The items as typed; the contract refuses unreadable ones. */
export const invoiceForm = z.object({
  lineItems: z
    .array(
      z.object({
        key: z.string(),
        description: z.string(),
        quantity: quantityEntry,
        amount: amountEntry,
        serviceId: z.number().optional(),
        from: z.string().optional(),
        to: z.string().optional(),
      }),
    )
    .transform((lines): z.input<typeof invoiceBody.shape.lineItems> => lines)
    .pipe(invoiceBody.shape.lineItems),
  /** Empty for the terms of the deployment. */
  dueDate: z
    .string()
    .transform((day) => (day === '' ? undefined : day))
    .pipe(invoiceBody.shape.dueDate),
});
export type InvoiceForm = z.input<typeof invoiceForm>;
export type InvoiceFields = z.output<typeof invoiceForm>;

const typedLine = (parts: Omit<TypedLine, 'key'>): TypedLine => ({ key: crypto.randomUUID(), ...parts });

export const emptyItem = (): TypedLine =>
  typedLine({ description: '', quantity: '1', amount: entryFromAmount(0) });

/** Returns the same line under a key of its own. */
export const copyLine = (line: TypedLine): TypedLine => ({ ...line, key: crypto.randomUUID() });

/** True if the line has no description, and no amount or the amount 0. */
export const isBlank = ({ description, amount }: TypedLine): boolean =>
  description.trim() === '' && (amount.trim() === '' || parseAmount(amount) === 0);

/** Converts an issued or offered line into a typed one. */
export const typeLine = ({ quantity, amount, ...parts }: LineItem): TypedLine =>
  typedLine({ ...parts, quantity: typeQuantity(quantity), amount: entryFromAmount(amount) });

export const typeOffer = ({ serviceId, description, amount, from, to }: OfferedLine): TypedLine =>
  typeLine({ serviceId, description, amount, from, to, quantity: 1 });

/** Returns the sum of a line as typed so far; a line beyond the limits counts as 0. */
export const typedLineCents = (line: Pick<TypedLine, 'quantity' | 'amount'>): number => {
  const quantity = Math.max(0, readQuantity(line.quantity) ?? 0);
  const amount = readAmount(line.amount);

  return quantity > QUANTITY_MAX || amount > AMOUNT_MAX ? 0 : lineCents({ quantity, amount });
};

/** Returns the running total of the typed lines. */
export const totalCents = (lines: readonly Pick<TypedLine, 'quantity' | 'amount'>[]): number =>
  lines.reduce((sum, line) => sum + typedLineCents(line), 0);
