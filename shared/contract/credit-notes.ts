import * as z from 'zod';
import { amount, date, id, requiredVisible, timestamp, whenMissing } from './fields.ts';
import { positiveAmount } from './ledger-payments.ts';
import { CREDIT_NOTE_REASONS, EXPLANATION_LENGTH_MAX, EXPLANATION_LENGTH_MIN } from './limits.ts';

export const creditNoteReason = z.enum(CREDIT_NOTE_REASONS, whenMissing('Reason is required'));
export type CreditNoteReason = z.infer<typeof creditNoteReason>;

/** The client reads it, and it is kept after the client was deleted. */
export const explanation = requiredVisible(EXPLANATION_LENGTH_MAX, 'Explanation is required').refine(
  (text) => [...text].filter((sign) => sign.trim() !== '').length >= EXPLANATION_LENGTH_MIN,
  `Explanation must have at least ${EXPLANATION_LENGTH_MIN} characters`,
);

export const creditNote = z.object({
  id,
  userId: id,
  creditNoteNumber: z.string(),
  invoiceId: id,
  invoiceNumber: z.string(),
  createdAt: timestamp,
  totalAmount: amount,
  /** Null if the invoice was no tax invoice. */
  vatAmount: amount.nullable(),
  reason: creditNoteReason,
  explanation: z.string(),
  fileName: z.string().nullable(),
});
export type CreditNote = z.infer<typeof creditNote>;

/** A line of the invoice that is worth less; the days are those that it no longer bills (D72). */
export const creditedLine = z.object({
  lineId: id,
  amount: positiveAmount,
  from: date.optional(),
  to: date.optional(),
});

const reasonAndExplanation = { reason: creditNoteReason, explanation };

/** Either an amount or lines. */
export const creditNoteBody = z
  .object({
    ...reasonAndExplanation,
    amount: positiveAmount.optional(),
    lines: z.array(creditedLine).min(1).optional(),
  })
  .refine(({ amount: total, lines }) => (total === undefined) !== (lines === undefined), {
    error: 'Give an amount or lines',
    path: ['amount'],
  });
export type CreditNoteOrder = z.output<typeof creditNoteBody>;

export const missingCreditNoteBody = z.object(reasonAndExplanation);
