import * as z from 'zod';
import { amount, optionalText, requiredVisible } from '../fields.ts';
import { PAYMENT_TEXT_LENGTH_MAX } from '../money-limits.ts';
import { bankDay, paymentMethod, positiveAmount } from './ledger-payments.ts';

/** The number of an invoice as somebody types it: 'INV-2026-000123' or 'inv 2026 123'. */
export const invoiceNumber = requiredVisible(PAYMENT_TEXT_LENGTH_MAX, 'Invoice number is required');

/** Money for an invoice of a deleted client that was written off (D11, D65). */
export const retainedRecoveryBody = z.object({
  invoiceNumber,
  /** The bank date, as of a payment (D62). */
  date: bankDay,
  amount: positiveAmount,
  method: paymentMethod,
  reference: optionalText(PAYMENT_TEXT_LENGTH_MAX),
});
export type RetainedRecoveryOrder = z.output<typeof retainedRecoveryBody>;

export const retainedRecovery = z.object({
  invoiceNumber: z.string(),
  amount,
  stillWrittenOff: amount,
});
export type RetainedRecovery = z.infer<typeof retainedRecovery>;
