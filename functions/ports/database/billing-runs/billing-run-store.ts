import type { SearchTerm } from '#functions/ports/database/customers/search-term.ts';
import type { PageAudit } from '#functions/ports/database/system/journal-store.ts';
import type { LineReason, RunState } from '#shared/billing/run-words.ts';
import type {
  BillingRun,
  BillingRunLine,
  BillingRunLines,
  RunLineFilter,
} from '#shared/contract/billing-runs.ts';

/** How the sums of a run are computed at a moment. */
export interface SumRules {
  /** True if an invoice of now has VAT. */
  isTaxInvoice: boolean;
  now: Date;
}

/** A line as it is stored, with the state of its invoice's mail. */
export interface StoredRunLine extends Omit<BillingRunLine, 'mail' | 'reason'> {
  reason: LineReason | null;
  mailState: string | null;
  mailReason: string | null;
}

export interface LineFilter {
  group?: RunLineFilter | undefined;
  terms: readonly SearchTerm[];
}

/** Reads billing runs. */
export interface BillingRunStore {
  /** Lists the runs, newest first. */
  list(rules: SumRules): Promise<Omit<BillingRun, 'vatPeriodEnds'>[]>;
  find(runId: number, rules: SumRules): Promise<Omit<BillingRun, 'vatPeriodEnds'> | undefined>;
  /** Finds the latest run of a month. */
  findLatest(month: string, rules: SumRules): Promise<Omit<BillingRun, 'vatPeriodEnds'> | undefined>;
  /** Lists lines, those that differ from the month before first; undefined if there is no such run. */
  listLines(
    runId: number,
    filter: LineFilter,
    page: { offset: number; limit: number },
    audit: PageAudit | undefined,
  ): Promise<(Pick<BillingRunLines, 'total' | 'counts'> & { lines: StoredRunLine[] }) | undefined>;
  /** Finds the latest run of each month, and counts the active services without a first day to bill. */
  readMonths(months: readonly string[]): Promise<{
    withoutFirstDay: number;
    runs: { month: string; id: number; state: RunState }[];
  }>;
}
