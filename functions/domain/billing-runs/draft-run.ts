import { auditOf } from '#functions/domain/audit.ts';
import { refuseDueDate } from '#functions/domain/invoices/create-invoice.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DraftRules, LockedRun } from '#functions/ports/database/billing-runs/billing-draft-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import { MONTHS_AHEAD, MONTHS_BACK } from '#shared/billing/run-words.ts';
import { dayAfter, monthAfter } from '#shared/dates.ts';
import { AppError, changedByOthers } from '#shared/errors.ts';
import { type Seller, supplierOn } from '#shared/invoices/issued-invoice.ts';
import { daysOfMonth, nameMonth } from '#shared/months.ts';
import { usualDueDate } from './due-date.ts';
import { runNotFound } from './read-runs.ts';

/** How the draft of a month is computed now. */
export const draftRulesOf = (month: string, supplier: Seller, now: Date): DraftRules => ({
  month,
  isTaxInvoice: supplierOn(supplier, dayAfter(now, 0)).vatNumber !== null,
});

const refuseMonth = (month: string, now: Date) => {
  const [first, last] = [monthAfter(now, -MONTHS_BACK), monthAfter(now, MONTHS_AHEAD)];
  if (month < first || month > last) {
    const sentence = `Month must be from ${nameMonth(first)} to ${nameMonth(last)}`;
    throw new AppError('invalid_request', sentence, { fields: { month: sentence } });
  }
};

const STATE_WORDS = { draft: 'a draft', running: 'running', stopped: 'stopped' } as const;

const runOpen = ({ id, month, state }: LockedRun) =>
  new AppError(
    'run_open',
    `The billing run of ${nameMonth(month)} is ${STATE_WORDS[state as keyof typeof STATE_WORDS]}. Please finish it first.`,
    { runId: id },
  );

interface DraftPorts {
  database: DatabaseOf<'billingDrafts' | 'journal'>;
  supplier: Seller;
}

/**
 * Drafts the invoices of a month, or drafts them anew. Only one run is open at a time, so two administrators write one
 * draft, one after the other. Returns its id.
 */
export const draftRun = async (
  { database: { billingDrafts, journal }, supplier }: DraftPorts,
  admin: SessionUser,
  asked: { month: string; dueDate?: string | undefined; billFrom?: string | undefined },
  now: Date,
): Promise<number> => {
  const { month } = asked;
  refuseMonth(month, now);
  if (asked.dueDate !== undefined) {
    refuseDueDate(asked.dueDate, supplier.termsDays, now);
  }
  const usual = usualDueDate(month, supplier.termsDays, now);

  const create = (dueDate: string) => billingDrafts.create({ month, dueDate, draftedBy: admin.userId, now });
  const open = await billingDrafts.lockOpen();
  let runId = open ? undefined : await create(asked.dueDate ?? usual);
  if (runId === undefined) {
    // Another one may have been begun since: it is committed now.
    const begun = open ?? (await billingDrafts.lockOpen());
    if (!begun) {
      throw changedByOthers();
    }
    if (begun.state !== 'draft' || begun.month !== month) {
      throw runOpen(begun);
    }
    // The chosen date stays, unless the terms now lead to a later one.
    const dueDate = asked.dueDate ?? (begun.dueDate > usual ? begun.dueDate : usual);
    await billingDrafts.change(begun.id, { month, dueDate, draftedBy: admin.userId, now });
    runId = begun.id;
  }
  const services = await billingDrafts.setFirstDays(asked.billFrom ?? daysOfMonth(month).from);
  await billingDrafts.write(runId, draftRulesOf(month, supplier, now));
  await journal.record(
    auditOf(admin, 'billing-runs.create', {
      record: `billing run ${runId}`,
      changes: { month, ...(services > 0 && { firstDays: services }) },
    }),
  );

  return runId;
};

const lockDraft = async (
  { billingDrafts }: Pick<DatabaseOf<'billingDrafts'>, 'billingDrafts'>,
  runId: number,
): Promise<LockedRun> => {
  const run = await billingDrafts.lock(runId);
  if (!run) {
    throw runNotFound();
  }
  if (run.state !== 'draft') {
    throw new AppError('conflict', 'This billing run has started, so its lines cannot change any more.');
  }

  return run;
};

/** Leaves lines of a draft out, or takes them in, and asks again whether the addresses of their clients are missing. */
export const decideLines = (
  { database, supplier }: { database: DatabaseOf<'billingDrafts'>; supplier: Seller },
  admin: SessionUser,
  { runId, lineIds, excluded }: { runId: number; lineIds: readonly number[]; excluded: boolean },
  now: Date,
): Promise<void> =>
  database.transaction(async ({ billingDrafts }) => {
    const { month } = await lockDraft({ billingDrafts }, runId);
    await billingDrafts.decide(
      runId,
      { lineIds, isExcluded: excluded },
      draftRulesOf(month, supplier, now),
      auditOf(admin, 'billing-runs.exclude'),
    );
  });

/** Throws a draft away. */
export const deleteDraft = (
  database: DatabaseOf<'billingDrafts' | 'journal'>,
  admin: SessionUser,
  runId: number,
): Promise<void> =>
  database.transaction(async ({ billingDrafts, journal }) => {
    const { month } = await lockDraft({ billingDrafts }, runId);
    await billingDrafts.delete(runId);
    await journal.record(
      auditOf(admin, 'billing-runs.delete', { record: `billing run ${runId}`, changes: { month } }),
    );
  });
