import * as z from 'zod';
import { RUN_STATES } from '#shared/billing/run-words.ts';
import { VAT_ROWS } from '#shared/books/vat-rows.ts';
import { ageing } from '../debtors/ledger-statements.ts';
import { date, id, month, textOrNull, timestamp } from '../fields.ts';
import { reason } from '../payments/ledger-payments.ts';
import { controlAccount } from './control-account.ts';

const vatSums = z.record(
  z.enum(VAT_ROWS),
  z.object({ gross: z.number(), net: z.number(), vat: z.number(), count: z.number().int() }),
);
/** The VAT rows of a month (D66), those with VAT by the number of the company. */
export const vatOfMonth = z.object({ ofNumbers: z.record(z.string(), vatSums), withoutVat: vatSums });
export type VatOfMonth = z.infer<typeof vatOfMonth>;

export const closing = z.object({
  id,
  month,
  closedAt: timestamp,
  /** The administrator's name at that time, also once the account is deleted. */
  closedBy: z.string().nullable(),
  /** Null until they are computed, which may be repeated. */
  totals: controlAccount.nullable(),
  ageing: ageing.nullable(),
  vat: vatOfMonth.nullable(),
  /** True while a filed VAT period contains days that it closed, so that it cannot be opened again. */
  isFiled: z.boolean(),
  openedAt: timestamp.nullable(),
  openedBy: z.string().nullable(),
  reason: z.string().nullable(),
});
export type Closing = z.infer<typeof closing>;

/** What a client owed at the end of a month by age, and the credit of then. */
const closedAges = z.object({ due: z.number(), ageing, credit: z.number() });

/** A page of the age analysis that a closing stored, with the names of then; a deletion changes nothing of it. */
export const closedDebtors = z.object({
  month,
  closedAt: timestamp,
  debtors: z.array(
    closedAges.extend({ userId: id, OWNumber: textOrNull, name: textOrNull, company: textOrNull }),
  ),
  /** Those of accounts that were deleted before the month was closed. */
  closedAccounts: closedAges,
  /** All pages and the closed accounts together. */
  sums: closedAges,
  total: z.number().int(),
  page: z.number().int(),
});
export type ClosedDebtors = z.infer<typeof closedDebtors>;

export const closingBody = z.object({ month });
export const openingBody = z.object({ reason });

/** What an administrator may want to do before a month is closed. It prevents nothing. */
export const openPoints = z.object({
  month,
  /** The first tax invoices that were voided without a credit note in the days that the closing would close. */
  missingCreditNotes: z.array(
    z.object({ invoiceId: id, invoiceNumber: z.string(), userId: id, voidedOn: date, amount: z.number() }),
  ),
  /** The number of them all. */
  count: z.number().int(),
  /** Up to the end of the month: lines of the bank that are open, and the money that is nobody's yet (D63). */
  openLines: z.object({ count: z.number().int(), amount: z.number() }),
  unidentified: z.object({ count: z.number().int(), amount: z.number() }),
  /** Services with days of the month that no invoice billed, and what these cost. */
  unbilled: z.object({ count: z.number().int(), amount: z.number() }),
  /** The billing run that is under way or stopped. */
  billingRun: z.object({ id, month, state: z.enum(RUN_STATES) }).nullable(),
  /** The last day up to which every account that receives money and has a file is read; null while none has. */
  bankReadUntil: date.nullable(),
  /** The accounts that receive money without a file, once any file was read. */
  bankNeverRead: z.array(z.string()),
  /** The month of the oldest entry; null while there is none. */
  oldestMonth: month.nullable(),
});
export type OpenPoints = z.infer<typeof openPoints>;
