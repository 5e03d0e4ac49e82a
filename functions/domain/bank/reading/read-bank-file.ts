import type { CsvRow } from '#functions/documents/read-csv.ts';
import { isOfx } from '#shared/bank/bank-file-kinds.ts';
import { BANK_FILE_LINES_MAX } from '#shared/contract/bank/bank-limits.ts';
import type { BankFile } from './bank-file.ts';
import { findHeader, findLayout } from './bank-layouts.ts';
import { type OfxContent, readStatements } from './ofx-statements.ts';
import { openCsv } from './open-csv.ts';
import { type ReadOptions, readCsvFile } from './read-csv-file.ts';
import { readOfx } from './read-ofx.ts';

/** A file whose rows were found and are not understood yet. */
export interface OpenedFile {
  rows: readonly CsvRow[];
  /** The words of the header by which the chosen columns of such a file are remembered. */
  header: string;
  /** The statements of an OFX file, which has no rows. */
  ofx?: OfxContent;
}

export const openBankFile = (text: string): OpenedFile => {
  if (isOfx(text)) {
    const ofx = readStatements(text, BANK_FILE_LINES_MAX);

    return { rows: [], header: `OFX ${ofx.bank}`, ofx };
  }
  const rows = openCsv(text);

  return { rows, header: findLayout(rows)?.header ?? findHeader(rows).header };
};

/** Reads a bank's file as it was downloaded, or as a spreadsheet saved it again (D63). */
export const readBankFile = ({ rows, ofx }: OpenedFile, options: ReadOptions): BankFile =>
  ofx ? readOfx(ofx, options) : readCsvFile(rows, options);
