import { type CsvRow, readCsv } from '#functions/documents/read-csv.ts';
import { nameOtherKind } from '#shared/bank/bank-file-kinds.ts';
import { BANK_FILE_LINES_MAX } from '#shared/contract/bank/bank-limits.ts';
import { AppError } from '#shared/errors.ts';
import { refuseFile } from './read-bank-row.ts';
import { looksLikeMoney } from './row-shapes.ts';

const ROWS_SHOWN = 12;
const ROWS_SHOWN_ABOVE = 3;
const CELLS_SHOWN = 50;
const CELL_LENGTH_SHOWN = 100;

/** Room for the lines of a bank around its table. */
const ROWS_ABOVE_MAX = 100;

export const tooLong = (): AppError =>
  refuseFile('text', 'A file may have at most 10,000 rows. Please download fewer days at a time.');

const looseQuotes = (row: number): AppError =>
  refuseFile(
    'text',
    `The bank wrote quotes inside the text of row ${row}, so its columns cannot be told apart. Please delete these quotes in a text editor, or download another format from your bank, such as OFX.`,
  );

/** Returns the commonest number of cells of a row. */
const commonWidth = (rows: readonly CsvRow[]): number => {
  const byWidth = Map.groupBy(rows, ({ cells }) => cells.length);
  const [most] = [...byWidth].toSorted(([, a], [, b]) => b.length - a.length);

  return most?.[0] ?? 0;
};

/** Returns the rows of a text that is the CSV of a bank. */
export const openCsv = (text: string): CsvRow[] => {
  const otherKind = nameOtherKind(text);
  if (otherKind !== undefined) {
    throw refuseFile('text', otherKind);
  }
  const { rows, brokenRow, looseRows, isLonger } = readCsv(text, BANK_FILE_LINES_MAX + ROWS_ABOVE_MAX);
  const [loose] = looseRows;
  if (brokenRow !== undefined) {
    throw loose === undefined
      ? refuseFile('text', `The quotes of row ${brokenRow} do not close. Is the file complete?`)
      : looseQuotes(loose);
  }
  if (isLonger) {
    throw tooLong();
  }
  if (rows.length === 0) {
    throw refuseFile('text', 'The file is empty.');
  }
  if (!rows.some(({ cells }) => cells.filter((cell) => cell !== '').length > 2)) {
    throw refuseFile('text', 'This is no CSV file of a bank: no row has a date, a text and an amount.');
  }
  const isLoose = new Set(looseRows);
  const width = commonWidth(rows);
  const unsure = rows.find(({ row, cells }) => isLoose.has(row) && cells.length !== width);
  if (unsure !== undefined) {
    throw looseQuotes(unsure.row);
  }

  return rows;
};

/** Asks for the columns, with the rows around the first one that has a day and a figure: its header stands above it. */
export const askColumns = (rows: readonly CsvRow[]): AppError => {
  const sentence = 'The portal does not know the columns of this file yet. Please choose them.';
  const first = Math.max(0, rows.findIndex(looksLikeMoney) - ROWS_SHOWN_ABOVE);
  const shown = rows.slice(first, first + ROWS_SHOWN);

  return new AppError('columns_unknown', sentence, {
    file: {
      rows: shown.map(({ cells }) =>
        cells.slice(0, CELLS_SHOWN).map((cell) => cell.slice(0, CELL_LENGTH_SHOWN)),
      ),
      rowsFrom: shown[0]?.row ?? 1,
    },
  });
};
