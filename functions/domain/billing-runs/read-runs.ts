import { auditOfPage } from '#functions/domain/audit.ts';
import { searchTerms } from '#functions/domain/customers/search-terms.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type {
  BillingRunStore,
  StoredRunLine,
} from '#functions/ports/database/billing-runs/billing-run-store.ts';
import type { VatSettings } from '#functions/ports/vat-settings.ts';
import { MONTHS_AHEAD, MONTHS_BACK } from '#shared/billing/run-words.ts';
import { taxPeriodOf } from '#shared/books/vat-periods.ts';
import type {
  BillingMonths,
  BillingRun,
  BillingRunLine,
  BillingRunLines,
  RunLineFilter,
} from '#shared/contract/billing-runs.ts';
import { RUN_LINES_SHOWN } from '#shared/contract/limits.ts';
import { dayAfter, monthAfter } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { Seller } from '#shared/invoices/issued-invoice.ts';
import { MAIL_STATE_LABELS, type MAIL_STATES, wordMailReason } from '#shared/mails/mail-kinds.ts';
import { usualDueDate } from './due-date.ts';

export const runNotFound = () => new AppError('not_found', 'This billing run was not found.');

interface RunPorts<Name extends keyof BillingRunStore> {
  database: { billingRuns: Pick<BillingRunStore, Name> };
  vatSettings: VatSettings;
}

/** True if a document of that day bears the VAT number (D66). */
const isRegisteredOn = ({ vatNumber, registeredFrom }: VatSettings, day: string): boolean =>
  vatNumber !== null && (registeredFrom === null || day >= registeredFrom);

const toRun = (
  run: Omit<BillingRun, 'vatPeriodEnds'> | undefined,
  { vatSettings, now }: { vatSettings: VatSettings; now: Date },
): BillingRun => {
  if (!run) {
    throw runNotFound();
  }
  const day = dayAfter(run.finishedAt ? new Date(run.finishedAt) : now, 0);

  return {
    ...run,
    vatPeriodEnds: isRegisteredOn(vatSettings, day)
      ? taxPeriodOf(day.slice(0, 7), vatSettings.taxPeriod).to
      : null,
  };
};

const rulesAt = (vatSettings: VatSettings, now: Date) => ({
  isTaxInvoice: isRegisteredOn(vatSettings, dayAfter(now, 0)),
  now,
});

/** Returns a billing run with its progress. */
export const findBillingRun = async (
  { database, vatSettings }: RunPorts<'find'>,
  runId: number,
  now: Date,
): Promise<BillingRun> =>
  toRun(await database.billingRuns.find(runId, rulesAt(vatSettings, now)), { vatSettings, now });

/** Returns the latest billing run of a month. */
export const findLatestRun = async (
  { database, vatSettings }: RunPorts<'findLatest'>,
  month: string,
  now: Date,
): Promise<BillingRun> =>
  toRun(await database.billingRuns.findLatest(month, rulesAt(vatSettings, now)), { vatSettings, now });

/** Lists the billing runs, newest first. */
export const listBillingRuns = async (
  { database, vatSettings }: RunPorts<'list'>,
  now: Date,
): Promise<BillingRun[]> => {
  const runs = await database.billingRuns.list(rulesAt(vatSettings, now));

  return runs.map((run) => toRun(run, { vatSettings, now }));
};

/** Lists the months that a run may bill, each with its latest run and the due date of a draft of now. */
export const listBillingMonths = async (
  billingRuns: Pick<BillingRunStore, 'readMonths'>,
  { termsDays }: Pick<Seller, 'termsDays'>,
  now: Date,
): Promise<BillingMonths> => {
  const months = Array.from({ length: MONTHS_BACK + 1 + MONTHS_AHEAD }, (_, index) =>
    monthAfter(now, index - MONTHS_BACK),
  );
  const { withoutFirstDay, runs } = await billingRuns.readMonths(months);

  return {
    withoutFirstDay,
    months: months.map((month) => {
      const run = runs.find((latest) => latest.month === month);

      return {
        month,
        dueDate: usualDueDate(month, termsDays, now),
        run: run ? { id: run.id, state: run.state } : null,
      };
    }),
  };
};

const isMailState = (state: string): state is (typeof MAIL_STATES)[number] => state in MAIL_STATE_LABELS;

/** What became of the mail of a line's invoice: the reason, or else the state, in words. */
const wordMail = ({ state, mailState, mailReason }: StoredRunLine): string | null => {
  if (state !== 'issued') {
    return null;
  }

  return mailState === null
    ? 'No mail'
    : (wordMailReason(mailReason) ?? (isMailState(mailState) ? MAIL_STATE_LABELS[mailState] : mailState));
};

export const toRunLine = ({ mailState, mailReason, ...line }: StoredRunLine): BillingRunLine => ({
  ...line,
  mail: wordMail({ mailState, mailReason, ...line }),
});

/** Lists a page of the lines of a run. */
export const listRunLines = async (
  billingRuns: Pick<BillingRunStore, 'listLines'>,
  admin: SessionUser,
  asked: { runId: number; group?: RunLineFilter | undefined; search?: string | undefined; page: number },
  now: Date,
): Promise<BillingRunLines> => {
  const found = await billingRuns.listLines(
    asked.runId,
    { group: asked.group, terms: asked.search ? searchTerms(asked.search) : [] },
    { offset: (asked.page - 1) * RUN_LINES_SHOWN, limit: RUN_LINES_SHOWN },
    auditOfPage(admin, 'billing-runs.lines', now),
  );
  if (!found) {
    throw runNotFound();
  }

  return { ...found, lines: found.lines.map(toRunLine), page: asked.page };
};
