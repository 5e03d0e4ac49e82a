import * as z from 'zod';
import { date, timestamp } from './fields.ts';
import { reason } from './ledger-payments.ts';
import { ageing } from './ledger-statements.ts';

/** 'YYYY-MM' */
export const month = z.stringFormat('month', /^\d{4}-(0[1-9]|1[0-2])$/, 'Month must have the form YYYY-MM');

/** The rows of the control account with their sums, in the sign of statements: above 0 is owed by clients (D71). */
export const controlAccount = z.object({
  from: date,
  to: date,
  opening: z.number(),
  invoices: z.number(),
  creditNotes: z.number(),
  voids: z.number(),
  receipts: z.number(),
  returnedReceipts: z.number(),
  refunds: z.number(),
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
  isClosed: z.boolean(),
});
export type ControlAccount = z.infer<typeof controlAccount>;

export const CONTROL_ROWS = [
  'invoices',
  'creditNotes',
  'voids',
  'receipts',
  'returnedReceipts',
  'refunds',
  'adjustments',
  'writeOffs',
  'recoveries',
] as const;
export type ControlRow = (typeof CONTROL_ROWS)[number];

export const closing = z.object({
  month,
  closedAt: timestamp,
  /** The administrator's name. */
  closedBy: z.string(),
  /** Null until they are computed, which may be repeated. */
  totals: controlAccount.nullable(),
  ageing: ageing.nullable(),
  openedAt: timestamp.nullable(),
  openedBy: z.string().nullable(),
  reason: z.string().nullable(),
});
export type Closing = z.infer<typeof closing>;

export const closingBody = z.object({ month });
export const openingBody = z.object({ reason });
