import type { RecordId } from '#functions/ports/database/operations/restore-store.ts';
import type { RouteId, RouteOf } from '#shared/contract/index.ts';
import { formatMonth, startOf } from '#shared/months.ts';
import type { RequestLine } from './request-lines.ts';

/** What is done again by hand, in this order: each step stands on those before it. */
export const STEPS = {
  services: 'Services',
  invoices: "Invoices, which get today's date and a new number; their clients have the old one",
  runs: 'Billing runs: draft the month again, after the invoices above; what a run issued since is gone, and its clients have the old numbers',
  files: 'Files of the bank: upload them again',
  lines:
    "Lines of the bank: release the file's held job or press 'Book all', then say what each other line is",
  payments: 'Payments, with the day of the bank; what was paid back, and corrections',
  notes: 'Invoices that were marked paid or void, and credit notes, which are of today',
  writeOffs: 'Written-off debts',
  openings: 'Months that were opened again: what was changed in them is above',
} as const;

type Step = keyof typeof STEPS;

/**
 * An act of the books, in words for the operator; `record` is the name of what the path names. A request that failed
 * early has noted nothing.
 */
interface BookAct {
  step: Step;
  kind?: RecordId['kind'];
  tell: (record: string, line: RequestLine & { clientNames: string }) => string;
}

type WriteRoute = {
  [Id in RouteId]: RouteOf<Id>['method'] extends 'GET' ? never : Id;
}[RouteId];
type BookRoute = Extract<
  WriteRoute,
  `${'bank' | 'billing-runs' | 'books' | 'credit-notes' | 'invoices' | 'payments' | 'services' | 'write-offs'}.${string}`
>;

/** Routes of these areas whose work nobody repeats by hand, each with the reason. */
export const NOT_REPEATED = {
  'books.close-month': 'the command offers it',
  'bank.preview': 'it stores nothing',
  'billing-runs.create': 'a draft is made anew before each start',
  'billing-runs.exclude': 'a draft is made anew before each start',
  'billing-runs.delete': 'a draft is made anew before each start',
  'books.file-vat-report': 'the command offers it',
  'invoices.retry': 'a PDF',
  'invoices.cancel': 'a PDF',
  'credit-notes.retry': 'a PDF',
} as const satisfies Partial<Record<BookRoute, string>>;

/** 'November 2026' */
export const nameMonth = (month: string): string => formatMonth(startOf(month));

const ofAccount = { kind: 'account' } as const;
const ofInvoice = { kind: 'invoice' } as const;

/** A new route that writes the books does not compile until it has its words here, or a reason above. */
export const BOOK_ACTS: Record<Exclude<BookRoute, keyof typeof NOT_REPEATED>, BookAct> = {
  'services.create': { step: 'services', ...ofAccount, tell: (client) => `a service for ${client}` },
  'services.update': { step: 'services', kind: 'service', tell: (service) => `${service} changed` },
  'services.delete': { step: 'services', kind: 'service', tell: (service) => `${service} deleted` },
  'invoices.create': {
    step: 'invoices',
    tell: (_, { invoice, clientNames }) => (invoice ? `${invoice.number} for ${clientNames}` : 'an invoice'),
  },
  'billing-runs.start': { step: 'runs', kind: 'billing run', tell: (run) => `${run} started` },
  'billing-runs.stop': { step: 'runs', kind: 'billing run', tell: (run) => `${run} stopped` },
  'billing-runs.continue': { step: 'runs', kind: 'billing run', tell: (run) => `${run} continued` },
  'billing-runs.cancel': { step: 'runs', kind: 'billing run', tell: (run) => `the rest of ${run} cancelled` },
  'bank.upload': {
    step: 'files',
    tell: (_, { bankFile }) =>
      bankFile ? `file ${bankFile.id} of ${bankFile.from} to ${bankFile.to}` : 'a file',
  },
  'bank.take-back': { step: 'files', kind: 'bank file', tell: (file) => `${file} taken back` },
  'bank.change-first-day': {
    step: 'files',
    kind: 'bank file',
    tell: (file) => `another first day for the account of ${file}`,
  },
  'bank.same': { step: 'lines', kind: 'bank file', tell: (file) => `'They are the same' of ${file}` },
  'bank.book-certain': { step: 'lines', kind: 'bank file', tell: (file) => `'Book all' of ${file}` },
  'bank.book': { step: 'lines', kind: 'bank line', tell: (line) => `${line} booked` },
  'bank.ignore': { step: 'lines', kind: 'bank line', tell: (line) => `${line} ignored` },
  'bank.reopen': { step: 'lines', kind: 'bank line', tell: (line) => `${line} opened again` },
  'payments.record': { step: 'payments', ...ofAccount, tell: (client) => `a payment of ${client}` },
  'invoices.status': {
    step: 'notes',
    ...ofInvoice,
    tell: (invoice, { madeInvoice = 'paid or void' }) => `${invoice} made ${madeInvoice}`,
  },
  'payments.reverse': { step: 'payments', kind: 'payment', tell: (payment) => `${payment} reversed` },
  'payments.move': {
    step: 'payments',
    kind: 'payment',
    tell: (payment, { clientNames }) => `${payment} moved to ${clientNames || 'a client'}`,
  },
  'payments.refund': { step: 'payments', ...ofAccount, tell: (client) => `a refund to ${client}` },
  'payments.correct': {
    step: 'payments',
    ...ofAccount,
    tell: (client) => `a correction of the imported balance of ${client}`,
  },
  'payments.recover-retained': {
    step: 'payments',
    tell: (_, { retainedInvoice = 'an invoice' }) => `money for ${retainedInvoice} of a deleted client`,
  },
  'credit-notes.create': {
    step: 'notes',
    ...ofInvoice,
    tell: (invoice, { creditNote }) => `${creditNote?.number ?? 'a credit note'} for ${invoice}`,
  },
  'credit-notes.missing': {
    step: 'notes',
    ...ofInvoice,
    tell: (invoice, { creditNote }) =>
      `${creditNote?.number ?? 'a credit note'}, the missing one, for ${invoice}`,
  },
  'write-offs.invoice': { step: 'writeOffs', ...ofInvoice, tell: (invoice) => `${invoice} written off` },
  'write-offs.undo-invoice': {
    step: 'writeOffs',
    ...ofInvoice,
    tell: (invoice) => `the write-off of ${invoice} undone`,
  },
  'write-offs.opening': {
    step: 'writeOffs',
    ...ofAccount,
    tell: (client) => `the imported balance of ${client} written off`,
  },
  'write-offs.undo-opening': {
    step: 'writeOffs',
    ...ofAccount,
    tell: (client) => `the write-off of the imported balance of ${client} undone`,
  },
  'write-offs.clients': {
    step: 'writeOffs',
    tell: (_, { clientNames }) => `all debts of ${clientNames || 'some clients'} written off`,
  },
  'books.open-month': {
    step: 'openings',
    tell: (_, { month }) => `${month === undefined ? 'a month' : nameMonth(month)} opened again`,
  },
};
