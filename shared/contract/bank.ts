import * as z from 'zod';
import { bankFile, bankFileBody, bankFileSummary, bankFiles, bankPreview } from './bank/bank-files.ts';
import {
  BANK_FILE_LINES_MAX,
  BANK_FILES_SHOWN,
  BANK_LINES_SHOWN,
  BANK_PARTS_MAX,
  PAYERS_SHOWN,
} from './bank/bank-limits.ts';
import { bankForecast, bankLine, bankLines, unidentified } from './bank/bank-lines.ts';
import { BANK_LINE_FILTERS } from './bank/line-states.ts';
import { payer } from './bank/payers.ts';
import { searchText } from './customers.ts';
import { amount, amountInAddress, date, id, idInPath, noContent, numberInAddress } from './fields.ts';
import { PAGE_MAX } from './limits.ts';
import { NAMED_INVOICES_MAX } from './money-limits.ts';
import { bankDate, positiveAmount, reason } from './payments/ledger-payments.ts';
import { defineRoutes } from './route.ts';

const part = z.object({
  userId: id,
  amount: positiveAmount,
  /** The invoices that it pays first. */
  allocations: z
    .array(z.object({ invoiceId: id.nullable(), amount: positiveAmount }))
    .max(NAMED_INVOICES_MAX)
    .default([]),
});

const sentBack = z.object({ bankDate, reason });

/** What a line is. The body has one of the five. */
export const bankBookingBody = z
  .object({
    /** Payments of clients, which together are the line. */
    parts: z.array(part).min(1, 'Name a client').max(BANK_PARTS_MAX).optional(),
    /** Payments that are recorded already, which together, less the fee, are the line. */
    paymentIds: z.array(id).min(1).max(BANK_PARTS_MAX).optional(),
    fee: amount.min(0).optional(),
    /** The payment that the bank returned; if the bank returned a divided line, any one of its payments stands for all. */
    reverses: id.optional(),
    /** Why it was returned, which the client sees. */
    reason: reason.optional(),
    /** Money that nobody can place yet. */
    unidentified: z.literal(true).optional(),
    /** Unidentified money that went back to who sent it. */
    sentBack: sentBack.optional(),
  })
  .refine(
    ({ parts, paymentIds, reverses, unidentified: isNobodys, sentBack: returned }) =>
      [parts, paymentIds, reverses, isNobodys, returned].filter((kind) => kind !== undefined).length === 1,
    'Say one thing that the line is',
  );
export type BankBooking = z.output<typeof bankBookingBody>;

const ofFile = z.object({ id: idInPath });
const page = numberInAddress(z.number().int().min(1).max(PAGE_MAX)).default(1);
const line = {
  access: 'admin',
  params: z.object({ id: idInPath }),
  response: bankLine,
  conflict: bankLine,
} as const;

const FILE_REFUSALS = [
  'other_account',
  'account_needed',
  'columns_unknown',
  'balance_breaks',
  'days_unclear',
  'unprocessable',
] as const;

export const bank = defineRoutes('bank', {
  upload: {
    method: 'POST',
    path: '/api/admin/bank-files',
    summary: `Read a bank's file, find the client of each line and store what is new; at most ${BANK_FILE_LINES_MAX} lines and 2 MB. It books nothing`,
    access: 'admin',
    uses: ['database', 'transactions', 'bankAccounts'],
    body: bankFileBody,
    bodyBytesMax: 4 * 1024 * 1024,
    response: bankFile,
    status: 201,
    refuses: [...FILE_REFUSALS],
    keeps: 'itself',
  },
  preview: {
    method: 'POST',
    path: '/api/admin/bank-files/preview',
    summary:
      "Read a bank's file and say what would be stored of it. It stores nothing and looks up no client",
    access: 'admin',
    uses: ['database', 'bankAccounts'],
    body: bankFileBody,
    bodyBytesMax: 4 * 1024 * 1024,
    response: bankPreview,
    refuses: [...FILE_REFUSALS],
  },
  files: {
    method: 'GET',
    path: '/api/admin/bank-files',
    summary: `The bank's files, the newest first, ${BANK_FILES_SHOWN} a page, and the accounts that receive money`,
    access: 'admin',
    uses: ['database', 'bankAccounts'],
    query: z.object({ page }),
    response: bankFiles,
    readsBesideCheck: true,
  },
  file: {
    method: 'GET',
    path: '/api/admin/bank-files/{id}',
    summary: "A bank's file with its sums",
    access: 'admin',
    uses: ['database'],
    params: ofFile,
    response: bankFile,
    readsBesideCheck: true,
    refuses: ['not_found'],
  },
  summary: {
    method: 'GET',
    path: '/api/admin/bank-files/{id}/summary',
    summary: 'What the bookings of a file came to: received, thanked, put aside, and what is overdue',
    access: 'admin',
    uses: ['database'],
    params: ofFile,
    response: bankFileSummary,
    readsBesideCheck: true,
    refuses: ['not_found'],
  },
  'take-back': {
    method: 'DELETE',
    path: '/api/admin/bank-files/{id}',
    summary:
      'Take a file back, with its lines and what was remembered by it, while nothing was done with them',
    access: 'admin',
    uses: ['database'],
    params: ofFile,
    response: noContent,
    status: 204,
    refuses: ['not_found', 'has_bookings', 'is_repeated'],
    /** The file itself, or the later one that must be taken back first. */
    conflict: bankFile,
    keeps: 'key',
  },
  'change-first-day': {
    method: 'PATCH',
    path: '/api/admin/bank-files/{id}',
    summary:
      "Change the first day whose lines are booked, for all files of the file's account, while none is booked",
    access: 'admin',
    uses: ['database'],
    params: ofFile,
    body: z.object({ bookFrom: date }),
    response: bankFile,
    refuses: ['not_found', 'has_bookings', 'unprocessable'],
    conflict: bankFile,
    keeps: 'key',
  },
  lines: {
    method: 'GET',
    path: '/api/admin/bank-files/{id}/lines',
    summary: `The lines of a file by day, ${BANK_LINES_SHOWN} a page, with the clients they may be from`,
    access: 'admin',
    uses: ['database'],
    params: ofFile,
    query: z.object({
      state: z.enum(BANK_LINE_FILTERS).optional(),
      /** Only this line. */
      line: idInPath.optional(),
      page,
    }),
    response: bankLines,
    readsBesideCheck: true,
    refuses: ['not_found'],
  },
  'file-of-line': {
    method: 'GET',
    path: '/api/admin/bank-lines/{id}/file',
    summary: 'The file of a line, for a link from a payment',
    access: 'admin',
    uses: ['database'],
    params: ofFile,
    response: bankFile,
    readsBesideCheck: true,
    refuses: ['not_found'],
  },
  forecast: {
    method: 'GET',
    path: '/api/admin/bank-lines/{id}/forecast',
    summary:
      'What a line would pay if it were booked for a client, or which payments a returned one would reverse',
    access: 'admin',
    uses: ['database'],
    params: ofFile,
    query: z.object({
      userId: idInPath,
      /** The payment that the bank may have returned. */
      paymentId: idInPath.optional(),
    }),
    response: bankForecast,
    readsBesideCheck: true,
    refuses: ['not_found', 'unprocessable', 'conflict'],
  },
  'find-payers': {
    method: 'GET',
    path: '/api/admin/payers',
    summary: `Clients who may have paid an amount, with what they owe: those whom it fits exactly, at most ${PAYERS_SHOWN}, or those whom a search finds`,
    access: 'admin',
    uses: ['database'],
    query: z.object({ amount: amountInAddress, q: searchText.optional() }),
    response: z.array(payer),
    readsBesideCheck: true,
  },
  same: {
    method: 'POST',
    path: '/api/admin/bank-files/{id}/same',
    summary: 'Ignore the open lines of a file that a file of the other format brought before',
    access: 'admin',
    uses: ['database'],
    params: ofFile,
    response: bankFile,
    refuses: ['not_found'],
    keeps: 'key',
  },
  'book-certain': {
    method: 'POST',
    path: '/api/admin/bank-files/{id}/book-certain',
    summary: 'Order a job that books the certain lines of a file, or those of them that are named',
    access: 'admin',
    uses: ['database', 'bankBookingQueue'],
    params: ofFile,
    body: z.object({ lineIds: z.array(id).min(1).max(BANK_FILE_LINES_MAX).optional() }),
    response: bankFile,
    status: 202,
    refuses: ['not_found'],
    keeps: 'key',
  },
  book: {
    ...line,
    method: 'POST',
    path: '/api/admin/bank-lines/{id}/book',
    summary:
      'Say what a line is: payments of clients, payments recorded before, a returned payment, money of nobody yet, or such money sent back',
    uses: ['database', 'mailSettings'],
    body: bankBookingBody,
    refuses: ['not_found', 'conflict', 'unprocessable', 'month_closed'],
    keeps: 'key',
  },
  ignore: {
    ...line,
    method: 'POST',
    path: '/api/admin/bank-lines/{id}/ignore',
    summary: 'Ignore a line that is no payment of a client',
    uses: ['database'],
    refuses: ['not_found', 'conflict'],
    keeps: 'key',
  },
  reopen: {
    ...line,
    method: 'POST',
    path: '/api/admin/bank-lines/{id}/reopen',
    summary: 'Undo what was done with a line: its payments are reversed, and it is open again',
    uses: ['database', 'mailSettings'],
    body: z.object({ reason: reason.optional() }),
    refuses: ['not_found', 'conflict', 'unprocessable', 'month_closed'],
    keeps: 'key',
  },
  unidentified: {
    method: 'GET',
    path: '/api/admin/unidentified',
    summary: `The lines whose money is nobody's yet, ${BANK_LINES_SHOWN} a page, the oldest first, with their sum`,
    access: 'admin',
    uses: ['database'],
    query: z.object({ page }),
    response: unidentified,
    readsBesideCheck: true,
  },
});
