import { LINE_REASONS, type RunState } from '#shared/billing/run-words.ts';
import type { BillingRun, BillingRunLine } from '#shared/contract/billing-runs.ts';
import { formatDayInWords, nameMonthOfYear } from '#shared/dates.ts';
import { amountFromCents, centsFromAmount, formatAmount } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';

export const STATE_WORDS: Record<RunState, { label: string; palette: string }> = {
  draft: { label: 'Draft', palette: 'gray' },
  running: { label: 'Running', palette: 'blue' },
  stopped: { label: 'Stopped', palette: 'orange' },
  done: { label: 'Done', palette: 'green' },
  cancelled: { label: 'Cancelled', palette: 'gray' },
};

export const countInvoices = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'invoice' : 'invoices'}`;

export const countLines = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'line' : 'lines'}`;

/** 'December', for a month such as '2026-12'. */
export const monthAlone = (month: string): string => nameMonthOfYear(Number(month.slice(5)));

/** 'November', for the month before one such as '2026-12'. */
export const monthBefore = (month: string): string =>
  nameMonthOfYear(((Number(month.slice(5)) + 10) % 12) + 1);

/** What a run has not issued. */
export const leftOf = ({ invoices, issued, total, issuedTotal }: BillingRun) => ({
  invoices: invoices - issued,
  total: amountFromCents(centsFromAmount(total) - centsFromAmount(issuedTotal)),
});

/** 'Dated today: VAT period that ends in November. Due 2 December.' */
export const wordDays = ({ vatPeriodEnds, dueDate }: BillingRun, now: Date): string =>
  [
    vatPeriodEnds === null
      ? 'Dated today.'
      : `Dated today: VAT period that ends in ${monthAlone(vatPeriodEnds.slice(0, 7))}.`,
    `Due ${formatDayInWords(dueDate, now)}.`,
  ].join(' ');

/** '312 of 486 issued · 298 printed · 240 mailed' */
export const wordProgress = ({ issued, invoices, printed, mailed }: BillingRun): string =>
  [
    issued === invoices
      ? `${formatCount(issued)} issued`
      : `${formatCount(issued)} of ${formatCount(invoices)} issued`,
    `${formatCount(printed)} printed`,
    `${formatCount(mailed)} mailed`,
  ].join(' · ');

/** Why a line is left out or gone, with what is known besides. */
export const wordReason = ({ reason, note }: Pick<BillingRunLine, 'reason' | 'note'>): string | undefined => {
  if (reason === null) {
    return note ?? undefined;
  }

  return note === null ? LINE_REASONS[reason] : `${LINE_REASONS[reason]}: ${note}`;
};

/** 'November R 185,00': what the month before billed, if it differs. */
export const wordLast = (line: BillingRunLine, month: string): string | undefined =>
  line.lastAmount !== null && (line.group === 'gone' || line.lastAmount !== line.amount)
    ? `${monthBefore(month)} ${formatAmount(line.lastAmount)}`
    : undefined;
