import * as z from 'zod';
import { amountInAddress, choiceInAddress, date, id, storableDay, text, textOrNull } from '../fields.ts';
import { DEBTOR_MAILS, DEBTOR_SORTS, SEARCH_LENGTH_MAX, SORT_ORDERS } from '../limits.ts';
import { ENTRY_KINDS } from '../money-limits.ts';

/** The amount owed, by the days since it was due (D64). */
export const ageing = z.object({
  notDue: z.number(),
  days30: z.number(),
  days60: z.number(),
  days90: z.number(),
  older: z.number(),
});
export type Ageing = z.infer<typeof ageing>;

export const statementLine = z.object({
  date,
  kind: z.enum(ENTRY_KINDS),
  /** The number of the document. */
  number: z.string().nullable(),
  description: z.string(),
  /** Of an invoice. */
  dueDate: date.nullable(),
  /** The day on which the bank moved the money, if it is another one. */
  bankDate: date.nullable(),
  /** Raises what the client owes; null if the line is a credit. */
  debit: z.number().nullable(),
  credit: z.number().nullable(),
  /** Above 0 if the client owes it. */
  balance: z.number(),
});
export type StatementLine = z.infer<typeof statementLine>;

/** What of an account is written off, which the client may still pay and no debt counts (D65). */
export const stillPayable = z.object({
  amount: z.number(),
  /** The number of invoices. */
  invoices: z.number().int(),
  hasOpening: z.boolean(),
  /** The number of refunds. */
  refunds: z.number().int(),
});
export type StillPayable = z.infer<typeof stillPayable>;

export const statement = z.object({
  userId: id,
  from: date,
  to: date,
  opening: z.number(),
  lines: z.array(statementLine),
  closing: z.number(),
  /** On the last day, or today if the last day is in the future. */
  ageing,
  credit: z.number(),
  due: z.number(),
  /** On the last day. */
  stillPayable,
});
export type Statement = z.infer<typeof statement>;

export const debtor = z.object({
  userId: id,
  name: z.string(),
  company: textOrNull,
  OWNumber: z.string(),
  due: z.number(),
  ageing,
  credit: z.number(),
  oldestDueDate: date,
  /** The day on which the bank moved the money. */
  lastPaymentDate: date.nullable(),
  /** If the client gets mails about money, and if not, why. */
  mail: z.enum(DEBTOR_MAILS),
});
export type Debtor = z.infer<typeof debtor>;

/** The day of a list; without one it is today. */
export const asAtDay = z.object({ asAt: storableDay.optional() });

export const debtorFilters = asAtDay.extend({
  search: text(SEARCH_LENGTH_MAX).optional(),
  /** The smallest amount owed. */
  min: amountInAddress.optional(),
  /** Only clients who owe something that is overdue. */
  overdue: choiceInAddress.optional(),
});
export type DebtorFilters = z.infer<typeof debtorFilters>;

/** Without a direction a column of words or days ascends, one of amounts descends. */
export const debtorOrder = z.object({
  sort: z.enum(DEBTOR_SORTS, 'Sort must be a column of the list').optional(),
  direction: z.enum(SORT_ORDERS).optional(),
});
export type DebtorOrder = z.infer<typeof debtorOrder>;

export const debtorList = z.object({
  debtors: z.array(debtor),
  total: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
});
export type DebtorList = z.infer<typeof debtorList>;

const agesWithTotal = ageing.extend({ total: z.number() });
export const debtorSums = agesWithTotal.extend({
  /** What accounts that were deleted since owed on a past day; null for today, and for a list with filters. */
  closedAccounts: agesWithTotal.nullable(),
});
export type DebtorSums = z.infer<typeof debtorSums>;

/** A client who has credit, and since when. */
export const creditor = z.object({
  userId: id,
  name: z.string(),
  company: textOrNull,
  OWNumber: z.string(),
  credit: z.number(),
  since: date,
});
export type Creditor = z.infer<typeof creditor>;

export const creditList = z.object({
  clients: z.array(creditor),
  total: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
  /** The credit of all pages. */
  sum: z.number(),
  /** What accounts that were deleted since had on a past day. */
  closedAccounts: z.number(),
});
export type CreditList = z.infer<typeof creditList>;
