import * as z from 'zod';
import { date } from './fields.ts';
import type { CONTROL_ROWS } from './limits.ts';

export type ControlRow = (typeof CONTROL_ROWS)[number];

/** The rows of the control account with their sums, in the sign of statements: above 0 is owed by clients (D71). */
export const controlAccount = z.object({
  from: date,
  to: date,
  opening: z.number(),
  invoices: z.number(),
  creditNotes: z.number(),
  /** Reversals of invoices. */
  voids: z.number(),
  receipts: z.number(),
  /** Reversals of payments. */
  returnedReceipts: z.number(),
  refunds: z.number(),
  /** Take-on balances of the period, and corrections of such balances. */
  adjustments: z.number(),
  /** Less what was taken back. */
  writeOffs: z.number(),
  recoveries: z.number(),
  closing: z.number(),
  /** What clients owe on the last day, and what they have as credit. */
  owed: z.number(),
  credit: z.number(),
  /** The balances on that day of accounts that were deleted since. */
  closedAccounts: z.number(),
  /** True if the closing balance is owed less credit plus closed accounts. */
  agrees: z.boolean(),
  /** True if every day of the period is in a closed month. */
  isClosed: z.boolean(),
});
export type ControlAccount = z.infer<typeof controlAccount>;
