import Papa from 'papaparse';
import { withoutControls } from '#shared/text/text.ts';

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
  /** The rows with quotes inside a text that are not doubled; each ends where a quote stands before a separator. */
  looseRows: number[];
  /** True if there are more rows than were read. */
  isLonger: boolean;
}

/** An Excel that writes decimal commas separates by semicolons. */
const SEPARATORS = [',', ';', '\t', '|'];
const ROWS_COMPARED = 60;
/** The text in which separators are counted; a file that is no bank's may have one row of 2 MB. */
const LENGTH_COMPARED = 64 * 1024;
/** No bank writes as many columns. */
const CELLS_MAX = 100;

const parse = (text: string, delimiter: string, preview: number): CsvFile => {
  const { data, errors, meta } = Papa.parse<string[]>(text, { delimiter, preview, newline: '\n' });
  const findRows = (fault: string) =>
    errors.filter(({ code }) => code === fault).map(({ row = 0 }) => row + 1);
  const rows = data.map((cells, index) => ({
    row: index + 1,
    cells: cells.slice(0, CELLS_MAX).map((cell) => cell.replaceAll(/\s+/g, ' ').trim()),
  }));

  return {
    rows: rows.filter(({ cells }) => cells.some((cell) => cell !== '')),
    brokenRow: findRows('MissingQuotes')[0],
    looseRows: [...new Set(findRows('InvalidQuotes'))],
    isLonger: meta.truncated,
  };
};

/** Returns how many cells a separator makes in the rows that have the commonest number of cells. */
const countAgreeing = (text: string, separator: string): number => {
  const { rows } = parse(text, separator, ROWS_COMPARED);
  const byLength = Map.groupBy(rows, ({ cells }) => cells.length);

  return Math.max(0, ...[...byLength].map(([length, { length: times }]) => (length - 1) * times));
};

/**
 * Returns at most this number of rows of a text, with the separator that divides most of them alike: the lines above a
 * bank's table have other numbers of cells.
 */
export const readCsv = (text: string, rowsMax: number): CsvFile => {
  // A file that was put together from two has two kinds of line ends, of which Papa would see one.
  const clean = withoutControls(text).replaceAll(/\r\n?/g, '\n');
  const begin = clean.slice(0, LENGTH_COMPARED);
  const [best] = SEPARATORS.map((separator) => ({
    separator,
    agreeing: countAgreeing(begin, separator),
  })).toSorted((a, b) => b.agreeing - a.agreeing);

  return parse(clean, best?.separator ?? ',', rowsMax);
};
