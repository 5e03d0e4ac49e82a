import * as z from 'zod';
import {
  BOOK_RECEIPT_ROWS,
  RECONCILIATION_LISTS,
  RECONCILIATION_ROWS,
} from '#shared/books/reconciliation-rows.ts';
import { date, id, month, numberInAddress, text, textOrNull } from '../fields.ts';
import { PAGE_MAX } from '../limits.ts';
import { PAYMENT_METHODS } from '../money-limits.ts';

export type ReconciliationList = (typeof RECONCILIATION_LISTS)[number];

const amounts = <Row extends string>(rows: readonly [Row, ...Row[]]) => z.record(z.enum(rows), z.number());

/** What the files of an account say about a month, and what became of their money. Money out is below 0. */
const reconciledAccount = z.object({
  number: z.string(),
  /** Null for an account that receives no money any more. */
  bank: textOrNull,
  /** The files that have days of the month, the oldest first. */
  files: z.array(z.object({ id, fileName: z.string(), from: date, to: date })),
  /** False if no file of the account was ever read. */
  wasRead: z.boolean(),
  /** The first day of the files, if no earlier one is known and it is after the first of the month. */
  begins: date.nullable(),
  /** The last day of the month, or the last one before it that a file covers; null if none does. */
  until: date.nullable(),
  /** Neighbouring days of the files that do not follow from each other, and by how much their balances differ. */
  gaps: z.array(z.object({ after: date, before: date, difference: z.number().nullable() })),
  /** True if days of the month come from a file without balances. */
  lacksBalances: z.boolean(),
  /** The bank's balance before the month, or before `begins`; null if no file says it. */
  opening: z.number().nullable(),
  rows: amounts(RECONCILIATION_ROWS),
  /** The opening balance and all rows. */
  sum: z.number().nullable(),
  /** The bank's balance at the end of `until`. */
  closing: z.number().nullable(),
  /** The closing balance less the sum. */
  difference: z.number().nullable(),
  /** True if the files cover the month without a gap and nothing differs. */
  agrees: z.boolean(),
});
export type ReconciledAccount = z.infer<typeof reconciledAccount>;

export const bankReconciliation = z.object({
  month,
  from: date,
  to: date,
  isClosed: z.boolean(),
  accounts: z.array(reconciledAccount),
  /** The receipts of the control account, by the date of their entries, and where the bank has them. */
  receipts: z.object({ rows: amounts(BOOK_RECEIPT_ROWS), total: z.number() }),
});
export type BankReconciliation = z.infer<typeof bankReconciliation>;

export const bankReconciliationQuery = z.object({ month });

export const reconciliationItemsQuery = z.object({
  month,
  /** The account of a row of the bank; receipts in the books have none. */
  account: text(40).optional(),
  row: z.enum(RECONCILIATION_LISTS, 'Row must be one of the bank reconciliation'),
  page: numberInAddress(z.number().int().min(1).max(PAGE_MAX)).default(1),
});

/** What a figure consists of: a payment, a line, or the rows of a day that are no lines. */
export const reconciliationItem = z.object({
  /** The day at the bank. */
  date,
  /** The day of the entry in the books. */
  entryDate: date.nullable(),
  amount: z.number(),
  paymentId: id.nullable(),
  method: z.enum(PAYMENT_METHODS).nullable(),
  /** The day on which the payment was reversed. */
  reversedOn: date.nullable(),
  lineId: id.nullable(),
  /** The bank's words, or the reference of a payment without a line. */
  description: textOrNull,
  /** The number of rows of the day; null for a line and a payment. */
  rows: z.number().int().nullable(),
  fileId: id.nullable(),
  fileName: textOrNull,
  /** The client; without names once they are deleted. */
  userId: id.nullable(),
  OWNumber: textOrNull,
  name: textOrNull,
  company: textOrNull,
});
export type ReconciliationItem = z.infer<typeof reconciliationItem>;

export const reconciliationItems = z.object({
  items: z.array(reconciliationItem),
  total: z.number().int(),
  page: z.number().int(),
});
export type ReconciliationItems = z.infer<typeof reconciliationItems>;
