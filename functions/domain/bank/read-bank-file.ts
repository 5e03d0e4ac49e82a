import type { CsvRow } from '#functions/documents/read-csv.ts';
import type { BankFile } from './bank-file.ts';
import { findHeader, findLayout } from './bank-layouts.ts';
import { openCsv } from './open-csv.ts';
import { type ReadOptions, readCsvFile } from './read-csv-file.ts';

/** A file whose rows were found and are not understood yet. */
export interface OpenedFile {
  rows: readonly CsvRow[];
  /** The words of the header by which the chosen columns of such a file are remembered. */
  header: string;
}

export const openBankFile = (text: string): OpenedFile => {
  const rows = openCsv(text);

  return { rows, header: findLayout(rows)?.header ?? findHeader(rows).header };
};

export const readBankFile = ({ rows }: OpenedFile, options: ReadOptions): BankFile =>
  readCsvFile(rows, options);
