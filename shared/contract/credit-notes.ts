import * as z from 'zod';
import {
  amount,
  fileAnswer,
  id,
  idInPath,
  ofClient,
  requiredVisible,
  storableDay,
  timestamp,
  whenMissing,
} from './fields.ts';
import { LINE_ITEMS_MAX, pdfProgress } from './invoices.ts';
import {
  CREDIT_NOTE_REASONS,
  EXPLANATION_LENGTH_MAX,
  EXPLANATION_LENGTH_MIN,
  REASON_REQUIRED,
} from './money-limits.ts';
import { positiveAmount } from './payments/ledger-payments.ts';
import { defineRoutes } from './route.ts';

export const creditNoteReason = z.enum(CREDIT_NOTE_REASONS, whenMissing(REASON_REQUIRED));
export type CreditNoteReason = z.infer<typeof creditNoteReason>;

/** The client reads it, and it is kept after the client was deleted. */
export const explanation = requiredVisible(EXPLANATION_LENGTH_MAX, 'Explanation is required').refine(
  (text) => [...text].filter((sign) => sign.trim() !== '').length >= EXPLANATION_LENGTH_MIN,
  `Explanation must have at least ${EXPLANATION_LENGTH_MIN} characters`,
);

export const creditNote = z.object({
  id,
  userId: id,
  creditNoteNumber: z.string(),
  invoiceId: id,
  invoiceNumber: z.string(),
  createdAt: timestamp,
  totalAmount: amount,
  /** Null if the invoice was no tax invoice. */
  vatAmount: amount.nullable(),
  reason: creditNoteReason,
  explanation: z.string(),
  fileName: z.string().nullable(),
});
export type CreditNote = z.infer<typeof creditNote>;

/** A line of the invoice that is worth less; the days are those that it no longer bills (D72). */
export const creditedLine = z
  .object({
    lineId: id,
    amount: positiveAmount,
    from: storableDay.optional(),
    to: storableDay.optional(),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    error: 'First day and last day go together',
    path: ['to'],
  })
  .refine(({ from = '', to = '' }) => from <= to, {
    error: 'The last day must not be before the first',
    path: ['to'],
    when: ({ issues }) => issues.length === 0,
  });
export type CreditedLine = z.output<typeof creditedLine>;

const reasonAndExplanation = { reason: creditNoteReason, explanation };

/** Either an amount or lines. */
export const creditNoteBody = z
  .object({
    ...reasonAndExplanation,
    amount: positiveAmount.optional(),
    lines: z
      .array(creditedLine)
      .min(1, 'Choose at least one line')
      .max(LINE_ITEMS_MAX, `A credit note holds at most ${LINE_ITEMS_MAX} lines`)
      .refine((lines) => new Set(lines.map(({ lineId }) => lineId)).size === lines.length, {
        error: 'A line is named twice',
        when: ({ issues }) => issues.length === 0,
      })
      .optional(),
  })
  .refine(({ amount: total, lines }) => (total === undefined) !== (lines === undefined), {
    error: 'Give an amount or lines',
    path: ['amount'],
  });
export type CreditNoteOrder = z.output<typeof creditNoteBody>;

export const missingCreditNoteBody = z.object(reasonAndExplanation);
export type MissingCreditNoteOrder = z.output<typeof missingCreditNoteBody>;

export const creditNoteProgress = z.object({
  creditNoteId: id,
  creditNoteNumber: z.string(),
  ...pdfProgress.shape,
});
export type CreditNoteProgress = z.infer<typeof creditNoteProgress>;

const ofId = z.object({ id: idInPath });

export const creditNotes = defineRoutes('credit-notes', {
  create: {
    method: 'POST',
    path: '/api/invoices/{id}/credit-notes',
    summary: 'Issue a credit note for a part of an invoice, or all of it, and queue its PDF',
    access: 'admin',
    uses: ['database', 'transactions', 'provider', 'invoicePdfQueue', 'mailSettings'],
    params: ofId,
    body: creditNoteBody,
    response: creditNote,
    status: 201,
    refuses: ['conflict', 'unprocessable', 'month_closed'],
    keeps: 'answer',
  },
  missing: {
    method: 'POST',
    path: '/api/invoices/{id}/missing-credit-note',
    summary: 'Issue the credit note of a tax invoice that was voided without one, as a document of today',
    access: 'admin',
    uses: ['database', 'transactions', 'provider', 'invoicePdfQueue', 'mailSettings'],
    params: ofId,
    body: missingCreditNoteBody,
    response: creditNote,
    status: 201,
    refuses: ['conflict'],
    keeps: 'answer',
  },
  list: {
    method: 'GET',
    path: '/api/users/{userId}/credit-notes',
    summary:
      "A client's credit notes, newest first. An admin may read those of all clients, a client only their own",
    access: 'signed-in',
    uses: ['database'],
    readsBesideCheck: true,
    params: ofClient,
    response: z.array(creditNote),
  },
  read: {
    method: 'GET',
    path: '/api/credit-notes/{id}',
    summary: 'A credit note. An admin may read all credit notes, a client only their own',
    access: 'signed-in',
    uses: ['database'],
    readsBesideCheck: true,
    params: ofId,
    response: creditNote,
  },
  progress: {
    method: 'GET',
    path: '/api/credit-notes/{id}/progress',
    summary: 'How far the PDF of a credit note is',
    access: 'admin',
    uses: ['database'],
    params: ofId,
    response: creditNoteProgress,
    readsBesideCheck: true,
  },
  retry: {
    method: 'POST',
    path: '/api/credit-notes/{id}/retry',
    summary: 'Start the PDF of a credit note again after it failed',
    access: 'admin',
    uses: ['database', 'transactions', 'invoicePdfQueue'],
    params: ofId,
    response: creditNoteProgress,
    refuses: ['conflict'],
  },
  download: {
    method: 'GET',
    path: '/api/credit-notes/{id}/download',
    summary: 'The PDF of a credit note. An admin may read all PDFs, a client only their own',
    access: 'signed-in',
    uses: ['database', 'invoiceFiles'],
    params: ofId,
    response: fileAnswer,
    refuses: ['conflict'],
    contentType: 'application/pdf',
  },
});
