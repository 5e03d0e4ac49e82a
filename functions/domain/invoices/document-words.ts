import { AppError } from '#shared/errors.ts';
import type { PdfSubject } from '#shared/invoices/pdf-jobs.ts';

const WORDS = {
  invoice: { noun: 'invoice', missing: 'Invoice not found', folder: 'invoices' },
  creditNote: { noun: 'credit note', missing: 'Credit note not found', folder: 'credit-notes' },
} as const;

/** What sentences and paths call a document. */
export const wordsOf = (subject: PdfSubject): (typeof WORDS)[keyof typeof WORDS] =>
  'invoiceId' in subject ? WORDS.invoice : WORDS.creditNote;

export const documentNotFound = (subject: PdfSubject): AppError =>
  new AppError('not_found', wordsOf(subject).missing);
