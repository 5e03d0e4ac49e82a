/** Rows of the report that are about tax invoices, and the same without VAT (D66). */
export const VAT_ROWS = ['invoices', 'creditNotes', 'writtenOff', 'recovered'] as const;
export type VatRow = (typeof VAT_ROWS)[number];

const WITHOUT_VAT = [
  'invoicesWithoutVat',
  'creditNotesWithoutVat',
  'writtenOffWithoutVat',
  'recoveredWithoutVat',
] as const satisfies `${VatRow}WithoutVat`[];

/** Each row that has documents. */
export const DOCUMENT_ROWS = [...VAT_ROWS, ...WITHOUT_VAT, 'voidedWithoutCreditNote'] as const;
export type DocumentRow = (typeof DOCUMENT_ROWS)[number];

/** The fields of the form VAT201 for credit notes, of which the accountant chooses one. */
export const CREDIT_NOTE_FIELDS = ['18', '1'] as const;

/** A file that one answer can hold. */
export const VAT_DOCUMENTS_MAX = 30_000;

export const NO_VAT_NUMBER = 'There is no VAT report, because the portal has no VAT number.';
