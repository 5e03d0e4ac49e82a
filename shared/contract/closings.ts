import * as z from 'zod';
import { VAT_ROWS } from '#shared/vat-rows.ts';
import { controlAccount } from './control-account.ts';
import { csvForm } from './csv-form.ts';
import { date, fileAnswer, id, month, numberInAddress, textOrNull, timestamp } from './fields.ts';
import { reason } from './ledger-payments.ts';
import { ageing } from './ledger-statements.ts';
import { CLOSED_DEBTORS_SHOWN, EXPORT_ROWS_MAX, PAGE_MAX } from './limits.ts';
import { defineRoutes } from './route.ts';

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

const ofClosing = z.object({ closing: numberInAddress(id) });

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
  /** The last day up to which every account that receives money and has a file is read; null while none has. */
  bankReadUntil: date.nullable(),
  /** The accounts that receive money without a file, once any file was read. */
  bankNeverRead: z.array(z.string()),
  /** The month of the oldest entry; null while there is none. */
  oldestMonth: month.nullable(),
});
export type OpenPoints = z.infer<typeof openPoints>;

export const closings = defineRoutes('closings', {
  list: {
    method: 'GET',
    path: '/api/admin/closings',
    summary:
      'The closings of months with their figures, the newest first, also of months that were opened again',
    access: 'admin',
    uses: ['database'],
    response: z.array(closing),
    readsBesideCheck: true,
  },
  debtors: {
    method: 'GET',
    path: '/api/admin/closings/debtors',
    summary: `The age analysis that a closing stored, ${CLOSED_DEBTORS_SHOWN} clients at a time, the most overdue first`,
    access: 'admin',
    uses: ['database'],
    query: ofClosing.extend({ page: numberInAddress(z.number().int().min(1).max(PAGE_MAX)).default(1) }),
    response: closedDebtors,
    refuses: ['not_found'],
    readsBesideCheck: true,
  },
  'export-debtors': {
    method: 'GET',
    path: '/api/admin/closings/debtors.csv',
    summary: `The age analysis that a closing stored as CSV, ${EXPORT_ROWS_MAX} clients in each part`,
    access: 'admin',
    uses: ['database'],
    query: ofClosing.extend({
      part: numberInAddress(z.number().int().min(1).max(PAGE_MAX)).default(1),
      ...csvForm.shape,
    }),
    response: fileAnswer,
    refuses: ['not_found'],
    contentType: 'text/csv; charset=utf-8',
  },
  'open-points': {
    method: 'GET',
    path: '/api/admin/closings/open-points',
    summary: 'What is open in a month that is to be closed',
    access: 'admin',
    uses: ['database', 'bankAccounts'],
    query: z.object({ month }),
    response: openPoints,
    readsBesideCheck: true,
  },
  close: {
    method: 'POST',
    path: '/api/admin/closings',
    summary: 'Close the books up to the last day of a month that is over, and store its figures',
    access: 'admin',
    uses: ['database', 'transactions'],
    body: closingBody,
    response: closing,
    status: 201,
    refuses: ['not_over', 'not_next'],
    keeps: 'itself',
  },
  open: {
    method: 'POST',
    path: '/api/admin/closings/{month}/opening',
    summary: 'Open the newest closed month again, with a reason',
    access: 'admin',
    uses: ['database', 'transactions'],
    params: z.object({ month }),
    body: openingBody,
    response: closing,
    refuses: ['not_newest', 'filed'],
    keeps: 'answer',
  },
});
