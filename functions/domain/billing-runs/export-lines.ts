import type { Columns } from '#functions/documents/csv.ts';
import { auditOf } from '#functions/domain/audit.ts';
import { searchTerms } from '#functions/domain/customers/search-terms.ts';
import {
  exportList,
  nameListFile,
  namesOfFilters,
  PAGE_ROWS,
  readPages,
  requireFewRows,
} from '#functions/domain/list-export.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import { LINE_GROUP_LABELS, LINE_REASONS } from '#shared/billing/run-words.ts';
import type { BillingRunLine, RunLineFilter } from '#shared/contract/billing-runs.ts';
import type { CsvForm } from '#shared/contract/fields.ts';
import { centsFromAmount } from '#shared/money.ts';
import { runNotFound, toRunLine } from './read-runs.ts';

const toCents = (amount: number | null) => ({ cents: amount === null ? null : centsFromAmount(amount) });

type FileRow = BillingRunLine & { dueDate: string };

const COLUMNS: Columns<FileRow> = [
  ['Company', ({ company }) => company],
  ['Name', ({ name }) => name],
  ['OW number', ({ OWNumber }) => OWNumber],
  ['Service', ({ service }) => service],
  ['First day', ({ from }) => ({ day: from })],
  ['Last day', ({ to }) => ({ day: to })],
  ['Days', ({ days }) => days],
  ['Of days', ({ ofDays }) => ofDays],
  ['Price a month', ({ pricePerMonth }) => toCents(pricePerMonth)],
  ['Amount', ({ amount }) => toCents(amount)],
  ['Month before', ({ lastAmount }) => toCents(lastAmount)],
  ['Group', ({ group }) => LINE_GROUP_LABELS[group]],
  ['Reason', ({ reason, note }) => note ?? (reason && LINE_REASONS[reason])],
  ['Due date', ({ dueDate }) => ({ day: dueDate })],
  ['Invoice', ({ invoiceNumber }) => invoiceNumber],
  ['Mail', ({ mail }) => mail],
];

/** Returns the lines of a run as a file of one moment, in the order of the list. */
export const exportRunLines = async (
  database: DatabaseOf<'billingRuns' | 'journal'>,
  admin: SessionUser,
  {
    runId,
    for: form,
    ...filters
  }: { runId: number; group?: RunLineFilter | undefined; search?: string | undefined; for: CsvForm },
  now: Date,
): Promise<{ fileName: string; bytes: Uint8Array }> => {
  const filter = { group: filters.group, terms: filters.search ? searchTerms(filters.search) : [] };
  const { run, rows } = await database.transaction(
    async ({ billingRuns }) => {
      const found = await billingRuns.find(runId, { isTaxInvoice: false, now });
      if (!found) {
        throw runNotFound();
      }
      const lines = await readPages<FileRow>(PAGE_ROWS, async (page) => {
        const read = await billingRuns.listLines(runId, filter, page, undefined);
        if (!read) {
          throw runNotFound();
        }
        requireFewRows(read.total, 'lines');

        return read.lines.map((line) => ({ ...toRunLine(line), dueDate: found.dueDate }));
      });

      return { run: found, rows: lines };
    },
    { atOneMoment: true },
  );

  return exportList(database.journal, {
    columns: COLUMNS,
    rows,
    form,
    fileName: nameListFile('billing-run', run.month),
    audit: auditOf(admin, 'billing-runs.export', {
      changes: namesOfFilters(filters),
    }),
  });
};
