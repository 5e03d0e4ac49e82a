import { type Columns, FILE_BYTES_MAX, toCsvFile, toCsvHead, toCsvRow } from '#functions/documents/csv.ts';
import type { AuditEntry, JournalStore } from '#functions/ports/database/system/journal-store.ts';
import type { CsvForm } from '#shared/contract/fields.ts';
import { EXPORT_ROWS_MAX } from '#shared/contract/limits.ts';
import { AppError } from '#shared/errors.ts';
import { formatCount } from '#shared/numbers.ts';

/** Even rows as long as the contract allows stay below the 1 MiB of a Data API result. */
export const PAGE_ROWS = 400;

/** Refuses the file of a list with too many rows; `rowsName` is a plural. */
export const requireFewRows = (count: number, rowsName: string) => {
  if (count > EXPORT_ROWS_MAX) {
    throw new AppError(
      'conflict',
      `${formatCount(count)} ${rowsName} match, and an export holds at most ${formatCount(EXPORT_ROWS_MAX)}. Please narrow the search or the filters.`,
    );
  }
};

/** Reads a list page after page, by the place of a page or by the last row before it. */
export const readPages = async <Row>(
  limit: number,
  readPage: (page: { offset: number; limit: number }, last: Row | undefined) => Promise<readonly Row[]>,
): Promise<Row[]> => {
  const rows: Row[] = [];
  for (;;) {
    const page = await readPage({ offset: rows.length, limit }, rows.at(-1));
    rows.push(...page);
    if (page.length < limit) {
      return rows;
    }
  }
};

// 10,000 rows take about 1.6 MB; only rows with very long names reach this limit.
const tooLargeForList = () =>
  new AppError('conflict', 'The file would be larger than 4 MB. Please narrow the search or the filters.');

interface ListFile<Row> {
  columns: Columns<Row>;
  rows: readonly Row[];
  form: CsvForm;
  fileName: string;
  audit: AuditEntry;
  /** Refuses a file that this row makes too large for an answer. */
  tooLarge?: (row: Row) => AppError;
}

/**
 * Returns a list as a CSV file (RFC 4180), in UTF-8 with a byte order mark. It takes personal data of many people out of
 * the portal, so it is audited as an export, with the number of its rows (D33).
 */
export const exportList = async <Row>(
  journal: Pick<JournalStore, 'record'>,
  { columns, rows, form, fileName, audit, tooLarge = tooLargeForList }: ListFile<Row>,
): Promise<{ fileName: string; bytes: Uint8Array }> => {
  const encoder = new TextEncoder();
  const records = [toCsvHead(columns, form)];
  let size = 0;
  for (const row of rows) {
    const record = toCsvRow(columns, row, form);
    size += encoder.encode(record).byteLength;
    if (size > FILE_BYTES_MAX) {
      throw tooLarge(row);
    }
    records.push(record);
  }
  await journal.record({ ...audit, changes: { rows: rows.length, ...audit.changes } });

  return { fileName, bytes: toCsvFile(records) };
};

/** 'debtors-2026-11-28.csv' */
export const nameListFile = (rowsName: string, day: string): string => `${rowsName}-${day}.csv`;

/**
 * Returns the audit row's entry of each filter without its value, because the text of a search is personal and must not
 * be in the audit log.
 */
export const namesOfFilters = (filters: object): Record<string, null> =>
  Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (value ? [[name, null]] : [])));
