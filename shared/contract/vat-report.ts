import * as z from 'zod';
import { month } from './closings.ts';
import { timestamp } from './fields.ts';

/** Rows of the report that are about tax invoices, and the same without VAT (D66). */
export const VAT_ROWS = ['invoices', 'creditNotes', 'writtenOff', 'recovered'] as const;
export type VatRow = (typeof VAT_ROWS)[number];

export const vatRow = z.object({
  gross: z.number(),
  net: z.number(),
  /** The sum of the VAT of the documents. */
  vat: z.number(),
  count: z.number().int(),
  /** 15/115 of the gross. */
  fraction: z.number(),
  /** The field of the form VAT201; null if the row is on no form. */
  field: z.string().nullable(),
});
export type VatFigures = z.infer<typeof vatRow>;

export const vatReport = z.object({
  /** The last month of the tax period. */
  period: month,
  vatNumber: z.string(),
  filedAt: timestamp.nullable(),
  agrees: z.boolean(),
  invoices: vatRow,
  creditNotes: vatRow,
  writtenOff: vatRow,
  recovered: vatRow,
  withoutVat: z.record(z.enum(VAT_ROWS), vatRow),
  voidedWithoutCreditNote: vatRow,
  /** The credit of clients at the end of the period (section 9 of the Value-Added Tax Act). */
  freeCredit: z.number(),
});
export type VatReport = z.infer<typeof vatReport>;
