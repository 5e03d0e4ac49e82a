/** A document whose PDF is made by a job. */
export type PdfSubject = { invoiceId: number } | { creditNoteId: number };

/** Returns the key of a document's job; it is also the payload of its message. */
export const pdfJobKey = (subject: PdfSubject): string =>
  'invoiceId' in subject ? String(subject.invoiceId) : `credit-note:${subject.creditNoteId}`;
