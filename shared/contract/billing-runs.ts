import * as z from 'zod';
import {
  LINE_GROUPS,
  LINE_REASONS,
  LINE_STATES,
  type LineReason,
  RUN_STATES,
} from '#shared/billing/run-words.ts';
import {
  amount,
  csvForm,
  date,
  fileAnswer,
  id,
  idInPath,
  month,
  noContent,
  numberInAddress,
  storableDay,
  text,
  textOrNull,
  timestamp,
} from './fields.ts';
import {
  EXPORT_ROWS_MAX,
  PAGE_MAX,
  RUN_LINES_CHANGED_MAX,
  RUN_LINES_SHOWN,
  SEARCH_LENGTH_MAX,
} from './limits.ts';
import { defineRoutes } from './route.ts';

/** Far above what a run issues. */
const STOPS_AFTER_MAX = 1_000_000;

const count = z.number().int().min(0);
const sum = z.number();
const reason = z.enum(Object.keys(LINE_REASONS) as [LineReason, ...LineReason[]]);

export const billingRun = z.object({
  id,
  month,
  state: z.enum(RUN_STATES),
  dueDate: date,
  /** The last day of the VAT period in which its invoices fall, if they are issued today; null without a VAT number. */
  vatPeriodEnds: date.nullable(),
  /** The invoices that it issues, their lines, and their sums with VAT in them. */
  invoices: count,
  lines: count,
  total: sum,
  vat: sum,
  leftOut: count,
  toCredit: count,
  /** The invoices that are issued, and their sum. */
  issued: count,
  issuedTotal: sum,
  printed: count,
  mailed: count,
  /** Invoices whose mail is never sent. */
  notMailed: count,
  startedBy: textOrNull,
  startedAt: timestamp.nullable(),
  finishedAt: timestamp.nullable(),
  /** Why it stands still, in a sentence. */
  error: textOrNull,
});
export type BillingRun = z.infer<typeof billingRun>;

export const billingRunLine = z.object({
  id,
  userId: id,
  OWNumber: z.string(),
  name: z.string(),
  company: textOrNull,
  serviceId: id,
  /** The text of the invoice's line. */
  service: z.string(),
  from: date,
  to: date,
  days: count,
  ofDays: count,
  /** Null for a line that was billed without a price. */
  pricePerMonth: amount.nullable(),
  amount,
  /** What the month before billed of the service; null for nothing. */
  lastAmount: amount.nullable(),
  group: z.enum(LINE_GROUPS),
  state: z.enum(LINE_STATES),
  reason: reason.nullable(),
  /** The sentence of a refusal, or another word on the reason. */
  note: textOrNull,
  /** The invoice that bills it, that perhaps billed it by hand, whose end freed it, or that is to be credited. */
  invoiceId: id.nullable(),
  invoiceNumber: textOrNull,
  /** The line of that invoice. */
  lineId: id.nullable(),
  /** What became of its mail, in words; null for no mail. */
  mail: textOrNull,
});
export type BillingRunLine = z.infer<typeof billingRunLine>;

/** What the filter of the lines takes: a group, all groups that differ, or what was not mailed. */
export const RUN_LINE_FILTERS = [...LINE_GROUPS, 'differs', 'not-mailed'] as const;
export type RunLineFilter = (typeof RUN_LINE_FILTERS)[number];

const lineFilters = z.object({
  group: z.enum(RUN_LINE_FILTERS).optional(),
  search: text(SEARCH_LENGTH_MAX).optional(),
});

export const billingRunLines = z.object({
  lines: z.array(billingRunLine),
  total: count,
  page: z.number().int().min(1),
  counts: z.object(
    Object.fromEntries(RUN_LINE_FILTERS.map((filter) => [filter, count])) as Record<
      RunLineFilter,
      typeof count
    >,
  ),
});
export type BillingRunLines = z.infer<typeof billingRunLines>;

/** The months that a run may bill, and what the first draft asks. */
export const billingMonths = z.object({
  /** Active services that have no first day to bill, because no draft was made since they were entered. */
  withoutFirstDay: count,
  months: z.array(
    z.object({
      month,
      /** The due date that a draft of now gets. */
      dueDate: date,
      /** The latest run of the month. */
      run: z.object({ id, state: z.enum(RUN_STATES) }).nullable(),
    }),
  ),
});
export type BillingMonths = z.infer<typeof billingMonths>;

const ofRun = z.object({ id: idInPath });
const ofDraft = { access: 'admin', params: ofRun } as const;

export const billingRuns = defineRoutes('billing-runs', {
  list: {
    method: 'GET',
    path: '/api/admin/billing-runs',
    summary: 'The billing runs, newest first',
    access: 'admin',
    uses: ['database', 'vatSettings'],
    response: z.array(billingRun),
    readsBesideCheck: true,
  },
  months: {
    method: 'GET',
    path: '/api/admin/billing-months',
    summary: 'The months that a run may bill, each with its latest run and the due date of a draft made now',
    access: 'admin',
    uses: ['database', 'supplier'],
    response: billingMonths,
    readsBesideCheck: true,
  },
  read: {
    ...ofDraft,
    method: 'GET',
    path: '/api/admin/billing-runs/{id}',
    summary: 'A billing run with its progress',
    uses: ['database', 'vatSettings'],
    response: billingRun,
    readsBesideCheck: true,
    refuses: ['not_found'],
  },
  create: {
    method: 'POST',
    path: '/api/admin/billing-runs',
    summary: 'Draft the invoices of a month, or draft them anew',
    access: 'admin',
    uses: ['database', 'transactions', 'supplier', 'vatSettings'],
    body: z.object({
      month,
      dueDate: storableDay.optional(),
      /** The first day to bill of services that have none; by default the first of the month. */
      billFrom: storableDay.optional(),
    }),
    response: billingRun,
    status: 201,
    keeps: 'key',
    refuses: ['run_open'],
  },
  lines: {
    ...ofDraft,
    method: 'GET',
    path: '/api/admin/billing-runs/{id}/lines',
    summary: `The lines of a billing run, ${RUN_LINES_SHOWN} a page, those that differ from the month before first`,
    uses: ['database'],
    query: lineFilters.extend({ page: numberInAddress(z.number().int().min(1).max(PAGE_MAX)).default(1) }),
    response: billingRunLines,
    readsBesideCheck: true,
    refuses: ['not_found'],
  },
  export: {
    ...ofDraft,
    method: 'GET',
    path: '/api/admin/billing-runs/{id}/lines.csv',
    summary: `The lines of a billing run as CSV, at most ${EXPORT_ROWS_MAX}`,
    needsProof: 'always',
    uses: ['database', 'transactions'],
    query: lineFilters.extend(csvForm.shape),
    response: fileAnswer,
    refuses: ['not_found', 'conflict'],
    contentType: 'text/csv; charset=utf-8',
  },
  exclude: {
    ...ofDraft,
    method: 'PATCH',
    path: '/api/admin/billing-runs/{id}/lines',
    summary: `Leave lines out of a draft, or take them in, at most ${RUN_LINES_CHANGED_MAX}`,
    uses: ['database', 'transactions', 'supplier', 'vatSettings'],
    body: z.object({
      lineIds: z
        .array(id)
        .min(1)
        .max(RUN_LINES_CHANGED_MAX, `At most ${RUN_LINES_CHANGED_MAX} lines at once`),
      excluded: z.boolean(),
    }),
    response: billingRun,
    refuses: ['not_found', 'conflict'],
  },
  start: {
    ...ofDraft,
    method: 'POST',
    path: '/api/admin/billing-runs/{id}/start',
    summary: 'Issue the invoices of a draft in the background',
    uses: ['database', 'transactions', 'supplier', 'vatSettings', 'billingRunQueue'],
    body: z.object({
      /** The sum of its invoices, as the administrator saw it. */
      total: amount,
      /** Stops after this many invoices. */
      stopsAfter: id.max(STOPS_AFTER_MAX, `At most ${STOPS_AFTER_MAX} invoices`).optional(),
    }),
    response: billingRun,
    status: 202,
    keeps: 'key',
    refuses: ['not_found', 'conflict', 'run_changed'],
  },
  stop: {
    ...ofDraft,
    method: 'POST',
    path: '/api/admin/billing-runs/{id}/stop',
    summary: 'Stop a run after the invoices that are being issued',
    uses: ['database', 'transactions', 'vatSettings'],
    response: billingRun,
    refuses: ['not_found', 'conflict'],
  },
  continue: {
    ...ofDraft,
    method: 'POST',
    path: '/api/admin/billing-runs/{id}/continue',
    summary: 'Go on with a run on the day on which it was stopped',
    uses: ['database', 'transactions', 'vatSettings', 'billingRunQueue'],
    response: billingRun,
    refuses: ['not_found', 'conflict'],
  },
  cancel: {
    ...ofDraft,
    method: 'POST',
    path: '/api/admin/billing-runs/{id}/cancel',
    summary: 'End a stopped run; what it has not issued stays unbilled',
    uses: ['database', 'transactions', 'vatSettings'],
    response: billingRun,
    refuses: ['not_found', 'conflict'],
  },
  delete: {
    ...ofDraft,
    method: 'DELETE',
    path: '/api/admin/billing-runs/{id}',
    summary: 'Throw a draft away',
    uses: ['database', 'transactions'],
    response: noContent,
    status: 204,
    refuses: ['not_found', 'conflict'],
  },
});
