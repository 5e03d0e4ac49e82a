import type { TaxPeriod } from '#shared/books/vat-periods.ts';
import type { CREDIT_NOTE_FIELDS } from '#shared/books/vat-rows.ts';

/** How the company reports VAT (D66). */
export interface VatSettings {
  /** Null if the company is not registered for VAT. */
  vatNumber: string | null;
  taxPeriod: TaxPeriod;
  /** The first day of registration; null if it is not known. */
  registeredFrom: string | null;
  /** The field of the VAT201 for credit notes. */
  creditNoteField: (typeof CREDIT_NOTE_FIELDS)[number];
}
