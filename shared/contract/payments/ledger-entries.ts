import * as z from 'zod';
import { AMOUNT_MAX } from '#shared/money.ts';
import { amount, date, id, timestamp } from '../fields.ts';
import { ENTRY_KINDS } from '../money-limits.ts';
import { bankDate, paymentMethod, positiveAmount, reason, writing } from './ledger-payments.ts';

/** An entry that an administrator wrote; its amount is above 0 if it is in the client's favour, as in `User_Debit`. */
export const ledgerEntry = z.object({
  id,
  userId: id,
  kind: z.enum(ENTRY_KINDS),
  date,
  /** Null for an entry that no bank knows. */
  bankDate: date.nullable(),
  amount,
  method: paymentMethod.nullable(),
  reason: z.string().nullable(),
  writtenBy: writing.writtenBy,
  createdAt: timestamp,
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export const refundBody = z.object({ amount: positiveAmount, method: paymentMethod, reason, bankDate });
export const correctionBody = z.object({
  /** Above 0 in the client's favour. */
  amount: amount
    .min(-AMOUNT_MAX, 'Amount is too large')
    .refine((value) => value !== 0, 'Amount must not be 0'),
  reason,
});
