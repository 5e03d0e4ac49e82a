import type { CsvRow } from '#functions/documents/read-csv.ts';
import { readCents } from '#shared/bank/bank-cells.ts';
import { BETWEEN_COLUMNS } from './bank-file.ts';
import type { Layout } from './bank-layouts.ts';
import { isPendingHeading, kindOfTexts, mayContinue } from './bank-row-kinds.ts';
import { cellOf, makeRowReader, refuseFile, type TableRow, textOf } from './read-bank-row.ts';
import { looksLikeMoney } from './row-shapes.ts';

/** A bank divides a text over at most some rows. */
const CONTINUED_ROWS_MAX = 3;

/** Returns the text of a row that only goes on with the description of the row before; else ''. */
const continuedText = (row: CsvRow, { columns, record }: Layout): string => {
  const { date, amount, credit, debit, inOrOut, fee, balance } = columns;
  const isEmpty = [date, amount, credit, debit, inOrOut, fee, balance].every(
    (places) => cellOf(row, places) === '',
  );
  const text = textOf(row, [...(columns.description ?? []), ...(columns.reference ?? [])]);

  return record === undefined && isEmpty && kindOfTexts(row.cells) === undefined && mayContinue(text)
    ? text
    : '';
};

/**
 * True if a row that says nothing about money looks like one of money, as one does whose cells were moved or damaged. A
 * bank's own sums, such as 'Debits, 3, -967.50', begin with a word and have no day.
 */
const isDamaged = (row: CsvRow): boolean => {
  const filled = row.cells.filter((cell) => cell !== '');
  const figures = filled.filter((cell) => readCents(cell) !== undefined);

  return figures.length > 1 && (/\d/.test(filled[0] ?? '') || looksLikeMoney(row));
};

/** Returns the text of a row that has no other than one in its first cell. */
const headingOf = ({ cells: [first = '', ...others] }: CsvRow): string =>
  others.every((cell) => cell === '') ? first : '';

/** Reads the rows under a header that say something about money, each with the text that goes on in the rows below it. */
export const readTable = (
  body: readonly CsvRow[],
  layout: Layout,
  reading: Parameters<typeof makeRowReader>[1],
): TableRow[] => {
  const readRow = makeRowReader(layout, reading);
  const rows: TableRow[] = [];
  let goesOnUntil = 0;
  let before = 0;
  let damaged: number | undefined;
  let isUnsettled = false;
  for (const row of body) {
    const read = readRow(row);
    if (headingOf(row) !== '') {
      isUnsettled = isPendingHeading(headingOf(row));
    } else if (read?.kind === 'money' && read.balanceCents === null && isUnsettled) {
      read.kind = 'pending';
    }
    const last = rows.at(-1);
    const mayGoOn = read === undefined && row.row === before + 1 && row.row <= goesOnUntil;
    const text = mayGoOn ? continuedText(row, layout) : '';
    // Lines above a table without a header may have figures.
    const isOfTable = layout.record === undefined && (layout.start > 0 || last !== undefined);
    if (read !== undefined) {
      rows.push(read);
      goesOnUntil = read.kind === 'money' || read.kind === 'pending' ? row.row + CONTINUED_ROWS_MAX : 0;
    } else if (last && text !== '') {
      last.description = [last.description, text].filter((part) => part !== '').join(BETWEEN_COLUMNS);
    } else if (isOfTable && isDamaged(row)) {
      damaged ??= row.row;
    } else {
      goesOnUntil = 0;
    }
    before = row.row;
  }
  // A table of which no row can be read has other columns.
  if (damaged !== undefined && rows.some(({ kind }) => kind === 'money')) {
    throw refuseFile(
      reading.field,
      `Row ${damaged} has figures, but no date and amount that can be read. Is the file unchanged?`,
    );
  }

  return rows;
};
