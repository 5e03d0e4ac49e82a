import { auditOf } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { RunState } from '#shared/billing/run-words.ts';
import { AppError } from '#shared/errors.ts';
import type { Seller } from '#shared/invoices/issued-invoice.ts';
import { centsFromAmount, formatRand } from '#shared/money.ts';
import { draftRulesOf } from './draft-run.ts';
import { runNotFound } from './read-runs.ts';
import { makeRunJob } from './run-queue.ts';

const REFUSALS: Record<Exclude<RunState, 'draft'>, string> = {
  running: 'This billing run has started already.',
  stopped: 'This billing run has started already, and was stopped.',
  done: 'This billing run is done.',
  cancelled: 'This billing run was cancelled.',
};

const runChanged = (sentence: string, differences: AppError['differences'] = []) =>
  new AppError('run_changed', sentence, { differences });

/**
 * Starts a draft: its lines are frozen, and a job issues the invoices. The draft must be what the administrator saw, and
 * what the services of this moment would give. The run's lock lets one of many presses start it.
 */
export const startRun = async (
  {
    database: { billingDrafts, billingWork },
    supplier,
  }: { database: DatabaseOf<'billingDrafts' | 'billingWork'>; supplier: Seller },
  admin: SessionUser,
  { runId, total, stopsAfter }: { runId: number; total: number; stopsAfter?: number | undefined },
  now: Date,
): Promise<void> => {
  const run = await billingDrafts.lock(runId);
  if (!run) {
    throw runNotFound();
  }
  if (run.state !== 'draft') {
    throw new AppError('conflict', REFUSALS[run.state]);
  }
  const { lines, totalCents } = await billingWork.sumUp(runId);
  if (lines === 0) {
    throw new AppError('conflict', 'This draft has no invoices to issue.');
  }
  if (totalCents !== centsFromAmount(total)) {
    throw runChanged(
      `The invoices of this draft come to ${formatRand(totalCents)}, not ${formatRand(centsFromAmount(total))}. Please look at it again.`,
    );
  }
  const differences = await billingDrafts.compare(runId, draftRulesOf(run.month, supplier, now));
  if (differences.length > 0) {
    throw runChanged('Services have changed since this draft was made. Please make it anew.', differences);
  }

  await billingWork.start(runId, {
    stopsAfter: stopsAfter ?? null,
    totalCents,
    job: makeRunJob(runId),
    audit: auditOf(admin, 'billing-runs.start'),
    now,
  });
};
