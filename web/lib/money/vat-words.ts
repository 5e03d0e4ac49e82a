import type { DocumentRow } from '#shared/books/vat-rows.ts';

/** What a bookkeeper calls each row of the report. */
export const ROW_LABELS: Record<DocumentRow, string> = {
  invoices: 'Tax invoices',
  creditNotes: 'Credit notes',
  writtenOff: 'Bad debts written off',
  recovered: 'Bad debts recovered',
  writtenOffWaiting: 'Bad debts written off that wait',
  recoveredWaiting: 'Bad debts recovered that wait',
  invoicesWithoutVat: 'Invoices without VAT',
  creditNotesWithoutVat: 'Credit notes without VAT',
  writtenOffWithoutVat: 'Bad debts written off without VAT',
  recoveredWithoutVat: 'Bad debts recovered without VAT',
  voidedWithoutCreditNote: 'Voided without a credit note',
};

/** What a row takes up, where its name does not say it. */
export const ROW_NOTES: Partial<Record<DocumentRow, string>> = {
  writtenOff: 'Less what was taken back',
  voidedWithoutCreditNote: 'Takes nothing off until its credit note is issued',
};
