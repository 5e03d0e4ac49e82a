import * as z from 'zod';
import { AMOUNT_MAX, centsFromAmount, isWholeThousandths, lineCents } from '#shared/money.ts';
import { VENDORS } from '#shared/privacy.ts';
import {
  amount,
  date,
  fileAnswer,
  id,
  idInPath,
  ofClient,
  optionalVisible,
  requiredText,
  storableDay,
  textOrNull,
  timestamp,
  whenMissing,
} from './fields.ts';
import { jobState } from './jobs.ts';
import { mail } from './mails.ts';
import { QUANTITY_MAX, QUANTITY_MIN, REASON_LENGTH_MAX } from './money-limits.ts';
import { defineRoutes } from './route.ts';

export const LINE_ITEMS_MAX = 200;
export const LINE_DESCRIPTION_LENGTH_MAX = 500;

/** The five steps of a PDF job in their order, with the words of the progress dialog. */
export const PROGRESS_STEPS = [
  'Generating HTML Content',
  'Validating HTML Size',
  'Converting to PDF',
  'Uploading to cloud drive storage',
  'Saving to Database',
] as const;

const QUANTITY_RANGE = 'Quantity must be from 0,001 to 99 999,999';

/** True once each value is valid; only then is a rule about several values checked. */
const isEachValid = ({ issues }: { issues: readonly unknown[] }) => issues.length === 0;

const DAY_MS = 24 * 60 * 60 * 1000;
const BILLED_DAYS_MAX = 366;

interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

const isPair = ({ from, to }: Days) => (from === undefined) === (to === undefined);
const isInOrder = ({ from = '', to = '' }: Days) => from <= to;
const isShort = ({ from = '', to = '' }: Days) =>
  !(Date.parse(to) - Date.parse(from) >= BILLED_DAYS_MAX * DAY_MS);

/**
 * An item that is sold: its quantity, and the amount of one, VAT included (D54). It may say which days of which service
 * it bills; the amount does not follow from them (D72).
 */
export const lineItem = z
  .object({
    description: requiredText(LINE_DESCRIPTION_LENGTH_MAX, 'Description is required'),
    amount: amount.min(0.01, 'Amount must be greater than 0'),
    quantity: z
      .number()
      .min(QUANTITY_MIN, QUANTITY_RANGE)
      .max(QUANTITY_MAX, QUANTITY_RANGE)
      .refine(isWholeThousandths, 'Quantity must have at most three decimals')
      .default(1),
    serviceId: id.optional(),
    from: storableDay.optional(),
    to: storableDay.optional(),
    /** Bills days that are billed already. */
    repeat: z.boolean().optional(),
  })
  .refine(({ serviceId, from }) => serviceId !== undefined || from === undefined, {
    error: 'Days are billed of a service',
    path: ['serviceId'],
  })
  .refine(isPair, { error: 'First day and last day go together', path: ['to'] })
  .refine(isInOrder, { error: 'The last day must not be before the first', path: ['to'], when: isEachValid })
  .refine(isShort, {
    error: `A line bills at most ${BILLED_DAYS_MAX} days`,
    path: ['to'],
    when: isEachValid,
  })
  .refine((line) => lineCents(line) >= 1, {
    error: 'The line comes to less than one cent',
    path: ['quantity'],
    when: isEachValid,
  });
export type LineItem = z.output<typeof lineItem>;

const isTotalStorable = (items: readonly LineItem[]) =>
  items.reduce((sum, item) => sum + lineCents(item), 0) <= centsFromAmount(AMOUNT_MAX);

const NO_LINE_ITEM = 'At least one line item is required';

export const invoiceBody = z.object({
  userId: id,
  lineItems: z
    .array(lineItem, whenMissing(NO_LINE_ITEM))
    .min(1, NO_LINE_ITEM)
    .max(LINE_ITEMS_MAX, `An invoice holds at most ${LINE_ITEMS_MAX} line items`)
    .refine(isTotalStorable, { error: 'The total is too large', when: isEachValid }),
  /** From today to the later of 90 days and the terms; without it, today plus the terms (D72). */
  dueDate: storableDay.optional(),
});

export const invoice = z.object({
  id,
  invoiceNumber: z.string(),
  status: z.string(),
  createdAt: timestamp,
  totalAmount: amount,
  /** What is still owed of it. */
  amountDue: amount,
  /** The sum of its credit notes. */
  credited: amount,
  /** What of it is written off and not recovered (D65). */
  writtenOff: amount,
  fileName: z.string().nullable(),
  dueDate: date,
  /** The reference that the client quotes with a payment: the OW number (D61). */
  reference: z.string(),
});
export type Invoice = z.infer<typeof invoice>;

export const invoiceWithLines = invoice.extend({
  lineItems: z.array(
    z.object({
      id,
      description: z.string(),
      amount,
      quantity: z.number(),
      /** What credit notes by lines took off it. */
      credited: amount,
      /** The service and the days that it still bills; null if it bills none. */
      serviceId: id.nullable(),
      from: date.nullable(),
      to: date.nullable(),
      /** The price by which a run computed the line; null for a line by hand. */
      pricePerMonth: amount.nullable(),
      /** How many days it billed when it was issued. */
      daysIssued: z.number().int().nullable(),
    }),
  ),
  /** The rate of the VAT in its total as issued; null if no VAT was charged. */
  vatPercent: z.number().nullable(),
});
export type InvoiceWithLines = z.infer<typeof invoiceWithLines>;

export const bankAccount = z.object({
  accountName: z.string(),
  bankName: z.string(),
  branchCode: z.string(),
  accountNumber: z.string(),
  accountType: z.string(),
});

export const billingDetails = z.object({
  /** True if new invoices are tax invoices: the supplier has a VAT number. */
  isTaxInvoice: z.boolean(),
  termsDays: z.number().int(),
  bank: bankAccount,
});
export type BillingDetails = z.infer<typeof billingDetails>;

export const progressStep = z.object({
  name: z.enum(PROGRESS_STEPS),
  status: z.enum(['pending', 'in-progress', 'completed', 'error']),
  startedAt: timestamp.nullable(),
  finishedAt: timestamp.nullable(),
  error: z.string().nullable(),
});
export type ProgressStep = z.infer<typeof progressStep>;

export const pendingStep = (name: ProgressStep['name']): ProgressStep => ({
  name,
  status: 'pending',
  startedAt: null,
  finishedAt: null,
  error: null,
});

/** Returns a job's steps before it has begun. */
export const pendingSteps = (): ProgressStep[] => PROGRESS_STEPS.map(pendingStep);

/** How far the PDF of a document is. */
export const pdfProgress = z.object({
  state: jobState,
  percent: z.number().int().min(0).max(100),
  steps: z.array(progressStep),
  /** Time of the next automatic try of a PDF that failed; null if none waits, or only for a moment. */
  nextTryAt: timestamp.nullable(),
  /** The mail that was ordered with the document; null if none was. */
  mail: mail.pick({ state: true, to: true, reason: true }).nullable(),
});
export type PdfProgress = z.infer<typeof pdfProgress>;

export const invoiceProgress = z.object({ invoiceId: id, invoiceNumber: z.string(), ...pdfProgress.shape });
export type InvoiceProgress = z.infer<typeof invoiceProgress>;

export const invoiceId = z.object({ id: idInPath });

export const statusChange = z.object({
  status: z.enum(['paid', 'void']),
  /** Why it is void (D55). */
  reason: optionalVisible(REASON_LENGTH_MAX),
});
export type StatusChange = z.output<typeof statusChange>;

/** The provider as the deployment names it. */
const provider = z.object({
  name: z.string(),
  registrationNumber: textOrNull,
  addressLines: z.array(z.string()),
  email: z.string(),
  phone: z.string(),
  /** Whom and which countries the privacy notice names. */
  vendors: z.array(z.enum(VENDORS)),
  databaseCountry: z.string(),
  copyCountry: textOrNull,
});

export const invoices = defineRoutes('invoices', {
  list: {
    method: 'GET',
    path: '/api/users/{userId}/invoices',
    summary:
      "A client's invoices, newest first. An admin may read those of all clients, a client only their own",
    access: 'signed-in',
    uses: ['database'],
    readsBesideCheck: true,
    params: ofClient,
    isFirstRead: true,
    response: z.array(invoice),
  },
  read: {
    method: 'GET',
    path: '/api/invoices/{id}',
    summary: 'An invoice with its lines. An admin may read all invoices, a client only their own',
    access: 'signed-in',
    uses: ['database'],
    readsBesideCheck: true,
    params: invoiceId,
    response: invoiceWithLines,
  },
  provider: {
    method: 'GET',
    path: '/api/provider',
    summary: 'The company that runs the portal, for its contact, statements and privacy notice',
    access: 'public',
    uses: ['database', 'sessionTokens', 'provider', 'vendors'],
    isFirstRead: true,
    response: provider,
  },
  billing: {
    method: 'GET',
    path: '/api/billing-details',
    summary: 'How invoices are paid: the terms and the bank account of new ones',
    access: 'signed-in',
    uses: ['supplier'],
    response: billingDetails,
  },
  create: {
    method: 'POST',
    path: '/api/invoices',
    summary: 'Issue an invoice and queue its PDF',
    access: 'admin',
    uses: ['database', 'transactions', 'supplier', 'invoicePdfQueue', 'mailSettings'],
    body: invoiceBody,
    response: invoice,
    status: 201,
    refuses: ['not_found', 'already_billed', 'unprocessable', 'month_closed'],
    keeps: 'answer',
  },
  progress: {
    method: 'GET',
    path: '/api/invoices/{id}/progress',
    summary: 'How far the PDF of an invoice is',
    access: 'admin',
    uses: ['database'],
    params: invoiceId,
    response: invoiceProgress,
    readsBesideCheck: true,
  },
  retry: {
    method: 'POST',
    path: '/api/invoices/{id}/retry',
    summary: 'Start the PDF of an invoice again after it failed or was cancelled',
    access: 'admin',
    uses: ['database', 'transactions', 'invoicePdfQueue'],
    params: invoiceId,
    response: invoiceProgress,
    refuses: ['conflict'],
  },
  cancel: {
    method: 'POST',
    path: '/api/invoices/{id}/cancel',
    summary: 'Cancel a PDF that is still queued',
    access: 'admin',
    uses: ['database', 'transactions'],
    params: invoiceId,
    response: invoiceProgress,
    refuses: ['conflict'],
  },
  status: {
    method: 'PATCH',
    path: '/api/invoices/{id}/status',
    summary:
      "Mark an invoice as paid, which records a payment of what is due, or as void, which makes a PDF that says 'Void'",
    access: 'admin',
    uses: ['database', 'transactions', 'mailSettings', 'invoicePdfQueue'],
    params: invoiceId,
    body: statusChange,
    response: invoice,
    refuses: ['conflict', 'credit_note_needed', 'month_closed'],
  },
  download: {
    method: 'GET',
    path: '/api/invoices/{id}/download',
    summary: 'The PDF of an invoice. An admin may read all PDFs, a client only their own',
    access: 'signed-in',
    uses: ['database', 'invoiceFiles'],
    params: invoiceId,
    response: fileAnswer,
    refuses: ['conflict'],
    contentType: 'application/pdf',
  },
});
