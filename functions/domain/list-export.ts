import { FILE_BYTES_MAX, toCsvFile } from '#functions/documents/csv.ts';
import { EXPORT_ROWS_MAX } from '#shared/contract/limits.ts';
import { AppError } from '#shared/errors.ts';
import { formatCount } from '#shared/numbers.ts';

/** Refuses the file of a list with too many rows; `rowsName` is a plural. */
export const requireFewRows = (count: number, rowsName: string) => {
  if (count > EXPORT_ROWS_MAX) {
    throw new AppError(
      'conflict',
      `${formatCount(count)} ${rowsName} match, and an export holds at most ${formatCount(EXPORT_ROWS_MAX)}. Please narrow the search or the filters.`,
    );
  }
};

/** Returns the bytes of a list's file, in UTF-8 with a byte order mark, or refuses a file that no answer can hold. */
export const toListFile = (records: readonly string[]): Uint8Array => {
  const bytes = toCsvFile(records);
  // 10,000 rows take about 1.6 MB; only rows with very long names reach this limit.
  if (bytes.length > FILE_BYTES_MAX) {
    throw new AppError(
      'conflict',
      'The file would be larger than 4 MB. Please narrow the search or the filters.',
    );
  }

  return bytes;
};

/** 'debtors-2026-11-28.csv' */
export const nameListFile = (rowsName: string, day: string): string => `${rowsName}-${day}.csv`;

/**
 * Returns the audit row's entry of each filter without its value, because the text of a search is personal and must not
 * be in the audit log.
 */
export const namesOfFilters = (filters: object): Record<string, null> =>
  Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (value ? [[name, null]] : [])));
