import * as z from 'zod';
import { date, id, numberInAddress, period, textOrNull, timestamp } from '../fields.ts';
import { BOOK_LISTS, type CONTROL_ROWS, PAGE_MAX, type UNIDENTIFIED_ROWS } from '../limits.ts';
import { ENTRY_KINDS, RECEIPT_ENTRY_KINDS } from '../money-limits.ts';

export type ControlRow = (typeof CONTROL_ROWS)[number];
export type UnidentifiedRow = (typeof UNIDENTIFIED_ROWS)[number];

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
  /** Money that nobody can place yet (D63), on no client's account: what came in, and what was moved or sent back. */
  unidentified: z.object({ opening: z.number(), in: z.number(), out: z.number(), closing: z.number() }),
  /** True if the closing balance is owed less credit plus closed accounts. */
  agrees: z.boolean(),
  /** True if every day of the period is in a closed month. */
  isClosed: z.boolean(),
});
export type ControlAccount = z.infer<typeof controlAccount>;

export type BookList = (typeof BOOK_LISTS)[number];

export const bookEntriesQuery = period.safeExtend({
  /** A row of the control account, or `review`: the monthly list (D70). */
  row: z.enum(BOOK_LISTS, 'Row must be one of the control account, or review'),
  page: numberInAddress(z.number().int().min(1).max(PAGE_MAX)).default(1),
});

/** An entry behind a row of the control account, unidentified money, or a month that was opened again. */
export const bookEntry = z.object({
  /** Below 0 for the sum of what was deleted with accounts after eight years (D11). */
  id: z.number().int(),
  kind: z.enum([...ENTRY_KINDS, ...RECEIPT_ENTRY_KINDS, 'month-opening']),
  date,
  /** The day on which the bank moved the money, if it is another one. */
  bankDate: date.nullable(),
  /** The number of the document. */
  number: textOrNull,
  /** The client; without names once they are deleted, and null for such a sum and for the opening of a month. */
  userId: id.nullable(),
  OWNumber: textOrNull,
  name: textOrNull,
  company: textOrNull,
  description: z.string(),
  /** Above 0 if it raises what clients owe, or what is nobody's yet; null for the opening of a month. */
  amount: z.number().nullable(),
  reason: textOrNull,
  /** The line of the bank behind it, and its account; null for what was typed by hand. */
  lineId: id.nullable(),
  bankAccount: textOrNull,
  /** The administrator's name at that time; null if the portal wrote it. */
  writtenBy: textOrNull,
  createdAt: timestamp,
});
export type BookEntry = z.infer<typeof bookEntry>;

export const bookEntries = z.object({
  entries: z.array(bookEntry),
  total: z.number().int(),
  page: z.number().int(),
});
export type BookEntries = z.infer<typeof bookEntries>;
