/** Rows of the report that are about tax invoices, and the same without VAT (D66). */
export const VAT_ROWS = ['invoices', 'creditNotes', 'writtenOff', 'recovered'] as const;
export type VatRow = (typeof VAT_ROWS)[number];

const WITHOUT_VAT = [
  'invoicesWithoutVat',
  'creditNotesWithoutVat',
  'writtenOffWithoutVat',
  'recoveredWithoutVat',
] as const satisfies `${VatRow}WithoutVat`[];

/** Rows whose documents wait until the return of their invoice is filed (section 22(1)(b) of the Value-Added Tax Act). */
export const WAITING_ROWS = ['writtenOff', 'recovered'] as const satisfies VatRow[];
export type WaitingRow = (typeof WAITING_ROWS)[number];

const WAITING = ['writtenOffWaiting', 'recoveredWaiting'] as const satisfies `${WaitingRow}Waiting`[];

/** Each row that has documents. */
export const DOCUMENT_ROWS = [...VAT_ROWS, ...WAITING, ...WITHOUT_VAT, 'voidedWithoutCreditNote'] as const;
export type DocumentRow = (typeof DOCUMENT_ROWS)[number];

/** The fields of the form VAT201 for credit notes, of which the accountant chooses one. */
export const CREDIT_NOTE_FIELDS = ['18', '1'] as const;

/** A file that one answer can hold. */
export const VAT_DOCUMENTS_MAX = 30_000;

export const NO_VAT_NUMBER = 'There is no VAT report, because the portal has no VAT number.';
