import Papa from 'papaparse';
import { withoutControls } from '#shared/text.ts';

/** A row that is not empty. */
export interface CsvRow {
  /** Its place in the file, from 1, as a spreadsheet counts. */
  row: number;
  cells: string[];
}

export interface CsvFile {
  rows: CsvRow[];
  /** The first row whose quotes do not close. */
  brokenRow: number | undefined;
}

/** An Excel that writes decimal commas separates by semicolons. */
const SEPARATORS = [',', ';', '\t', '|'];
const ROWS_COMPARED = 60;

const parse = (text: string, delimiter: string, preview: number): CsvFile => {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, preview });
  const broken = errors.find(({ type }) => type === 'Quotes');
  const rows = data.map((cells, index) => ({
    row: index + 1,
    cells: cells.map((cell) => cell.replaceAll(/\s+/g, ' ').trim()),
  }));

  return {
    rows: rows.filter(({ cells }) => cells.some((cell) => cell !== '')),
    brokenRow: broken && (broken.row ?? 0) + 1,
  };
};

/** Returns how many cells a separator makes in the rows that have the commonest number of cells. */
const countAgreeing = (text: string, separator: string): number => {
  const { rows } = parse(text, separator, ROWS_COMPARED);
  const byLength = Map.groupBy(rows, ({ cells }) => cells.length);

  return Math.max(0, ...[...byLength].map(([length, { length: times }]) => (length - 1) * times));
};

/**
 * Returns the rows of a text, with the separator that divides most of them alike: the lines above a bank's table have
 * other numbers of cells.
 */
export const readCsv = (text: string): CsvFile => {
  const clean = withoutControls(text);
  const separator = SEPARATORS.toSorted((a, b) => countAgreeing(clean, b) - countAgreeing(clean, a))[0];

  return parse(clean, separator ?? ',', 0);
};
