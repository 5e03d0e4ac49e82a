import * as z from 'zod';
import { TAX_PERIODS } from '#shared/books/vat-periods.ts';
import { DOCUMENT_ROWS, VAT_ROWS } from '#shared/books/vat-rows.ts';
import { date, id, month, numberInAddress, requiredText, textOrNull, timestamp } from '../fields.ts';
import { PAGE_MAX, VAT_NUMBER_LENGTH_MAX } from '../limits.ts';
import { ENTRY_KINDS } from '../money-limits.ts';

export const vatRow = z.object({
  gross: z.number(),
  net: z.number(),
  /** The sum of the VAT of the documents. */
  vat: z.number(),
  count: z.number().int(),
  /** 15/115 of the gross; 0 without VAT. */
  fraction: z.number(),
  /** The field of the form VAT201; null if the row is on no form. */
  field: z.string().nullable(),
});
export type VatFigures = z.infer<typeof vatRow>;

export const vatReport = z.object({
  /** The last month of the tax period. */
  period: month,
  from: date,
  to: date,
  vatNumber: z.string(),
  /** Each number that has a report of this period. */
  vatNumbers: z.array(z.string()),
  filedAt: timestamp.nullable(),
  /** The name, at that time, of the administrator who filed it. */
  filedBy: textOrNull,
  /** True if all its months are closed, so that it can be filed. */
  isClosed: z.boolean(),
  agrees: z.boolean(),
  invoices: vatRow,
  creditNotes: vatRow,
  writtenOff: vatRow,
  recovered: vatRow,
  /** What is on no field at the end of the period, because the return of its invoice was not filed yet. */
  waiting: z.object({
    writtenOff: vatRow,
    recovered: vatRow,
    /** The tax periods of these invoices, the oldest first. */
    returns: z.array(z.object({ from: date, to: date })),
  }),
  withoutVat: z.record(z.enum(VAT_ROWS), vatRow),
  voidedWithoutCreditNote: vatRow,
  /** The credit of clients at the end of the period, and the VAT in it (section 9 of the Value-Added Tax Act). */
  freeCredit: z.object({ gross: z.number(), vat: z.number() }),
});
export type VatReport = z.infer<typeof vatReport>;

/** How the company reports, and what it has filed, the newest period first. */
export const vatReports = z.object({
  /** Null if the company has none: then there is no report. */
  vatNumber: z.string().nullable(),
  taxPeriod: z.enum(TAX_PERIODS),
  registeredFrom: date.nullable(),
  filed: z.array(z.object({ period: month, vatNumber: z.string(), filedAt: timestamp })),
});
export type VatReports = z.infer<typeof vatReports>;

/** A document behind a row, as in the CSV. */
export const vatDocument = z.object({
  number: textOrNull,
  date,
  kind: z.enum(ENTRY_KINDS),
  /** Null once the client was deleted. */
  OWNumber: textOrNull,
  /** The invoice that it is or concerns. */
  invoiceId: id.nullable(),
  gross: z.number(),
  net: z.number(),
  vat: z.number(),
  /** The invoice as printed, and its day; null for the sum of deleted accounts. */
  invoiceNumber: textOrNull,
  invoiceDate: date.nullable(),
  /** The day on which what is written off or recovered counts; null while it waits, and for other documents. */
  countsOn: date.nullable(),
  /** Why it was written. */
  reason: textOrNull,
  dueDate: date.nullable(),
  /** The first and the last day of services with which the invoice was issued, or which a credit note took off. */
  serviceFrom: date.nullable(),
  serviceTo: date.nullable(),
  /** The bank's day of the first payment, and the day of its entry if that is another one. */
  firstPaymentDate: date.nullable(),
  firstPaymentBooked: date.nullable(),
  /** The account, and the buyer and his VAT number as on the invoice; null once the client was deleted. No filed report keeps them. */
  userId: id.nullable(),
  client: textOrNull,
  clientVatNumber: textOrNull,
});
export type VatDocument = z.infer<typeof vatDocument>;

export const vatDocuments = z.object({
  documents: z.array(vatDocument),
  total: z.number().int(),
  page: z.number().int(),
});
export type VatDocuments = z.infer<typeof vatDocuments>;

const taxPeriod = month.refine(
  (value) => value >= '1900-01' && value < '3000-01',
  'The year must be between 1900 and 2999',
);
const vatNumber = requiredText(VAT_NUMBER_LENGTH_MAX, 'VAT number is required');

export const vatReportQuery = z.object({ period: taxPeriod, vatNumber: vatNumber.optional() });
export const vatDocumentsQuery = vatReportQuery.extend({
  row: z.enum(DOCUMENT_ROWS, 'There is no such row'),
});
export const vatDocumentsPage = vatDocumentsQuery.extend({
  page: numberInAddress(z.number().int().min(1).max(PAGE_MAX)).default(1),
});
export const vatReportBody = z.object({ period: taxPeriod, vatNumber });
