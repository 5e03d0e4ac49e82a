import type { RouteAudit } from '#functions/ports/database/system/journal-store.ts';
import type { RunState } from '#shared/billing/run-words.ts';
import type { RunDifference } from '#shared/errors.ts';

/** A run as it is under its lock. */
export interface LockedRun {
  id: number;
  /** Such as '2026-12'. */
  month: string;
  state: RunState;
  dueDate: string;
  draftedAt: Date;
  stoppedAt: Date | null;
}

/** How a draft of a moment is computed. */
export interface DraftRules {
  /** Such as '2026-12'. */
  month: string;
  /** True if its invoices are tax invoices, which need a name and an address above R 5 000 (D57). */
  isTaxInvoice: boolean;
}

/** Drafts of billing runs (D67): one statement writes the lines, and compares them with the services of a later moment. */
export interface BillingDraftStore {
  /** Locks a run until the transaction ends; undefined if there is no such run. */
  lock(runId: number): Promise<LockedRun | undefined>;
  /** Locks the draft, running or stopped run; undefined if there is none. */
  lockOpen(): Promise<LockedRun | undefined>;
  /** Writes a draft without lines; undefined if another one was begun meanwhile. */
  create(run: { month: string; dueDate: string; draftedBy: number; now: Date }): Promise<number | undefined>;
  /** Gives a draft another month or due date. */
  change(runId: number, run: { month: string; dueDate: string; draftedBy: number; now: Date }): Promise<void>;
  /** Sets the first day to bill of the services that have none; returns how many those were. */
  setFirstDays(day: string): Promise<number>;
  /** Writes the lines of a draft in place of those that it has, and keeps what an administrator decided of them. */
  write(runId: number, rules: DraftRules): Promise<void>;
  /** Compares the lines of a draft with those that it would get now; returns at most RUN_DIFFERENCES_MAX. */
  compare(runId: number, rules: DraftRules): Promise<RunDifference[]>;
  /** Leaves lines of a draft out, or takes them in, and writes the audit row. */
  decide(
    runId: number,
    lines: { lineIds: readonly number[]; isExcluded: boolean },
    rules: DraftRules,
    audit: RouteAudit,
  ): Promise<void>;
  delete(runId: number): Promise<void>;
}
