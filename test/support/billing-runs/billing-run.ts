import {
  type BillingRun,
  type BillingRunLine,
  type BillingRunLines,
  RUN_LINE_FILTERS,
} from '#shared/contract/billing-runs.ts';

/** A draft of December 2026 as the portal answers it. */
export const billingRunOf = (change: Partial<BillingRun> = {}): BillingRun => ({
  id: 7,
  month: '2026-12',
  state: 'draft',
  dueDate: '2026-12-02',
  vatPeriodEnds: '2026-11-30',
  invoices: 486,
  lines: 1195,
  total: 214_380,
  vat: 27_962.61,
  leftOut: 7,
  toCredit: 3,
  issued: 0,
  issuedTotal: 0,
  printed: 0,
  mailed: 0,
  notMailed: 0,
  startedBy: null,
  startedAt: null,
  finishedAt: null,
  error: null,
  ...change,
});

/** A line of a month that differs from nothing, unless the change says otherwise. */
export const runLineOf = (id: number, change: Partial<BillingRunLine> = {}): BillingRunLine => ({
  id,
  userId: 100 + id,
  OWNumber: `OW1000${id}`,
  name: `Client ${id}`,
  company: null,
  serviceId: 500 + id,
  service: `LTE 50 GB, 082 123 000${id}, December 2026`,
  from: '2026-12-01',
  to: '2026-12-31',
  days: 31,
  ofDays: 31,
  pricePerMonth: 370,
  amount: 370,
  lastAmount: 370,
  group: 'same',
  state: 'included',
  reason: null,
  note: null,
  invoiceId: null,
  invoiceNumber: null,
  lineId: null,
  mail: null,
  ...change,
});

/** A page of lines with counts, of which those that are not named are 0. */
export const runLinesOf = (
  lines: BillingRunLine[],
  counts: Partial<BillingRunLines['counts']> = {},
): BillingRunLines => ({
  lines,
  total: lines.length,
  page: 1,
  counts: {
    ...(Object.fromEntries(RUN_LINE_FILTERS.map((filter) => [filter, 0])) as BillingRunLines['counts']),
    ...counts,
  },
});
