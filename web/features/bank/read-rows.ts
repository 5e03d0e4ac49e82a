import Papa from 'papaparse';
import type { ShownRows } from './file-columns.ts';
import { movesMoney } from './guess-columns.ts';

/** The header stands among these. */
const ROWS_ABOVE = 3;
const ROWS_SHOWN = 12;

/** Counts the rows of a CSV file, except empty ones, and returns those around the first with a day and a figure. */
export const readRows = (text: string): { count: number; shown: ShownRows } => {
  const { data } = Papa.parse<string[]>(text.replaceAll(/\r\n?/g, '\n'), { newline: '\n' });
  const isEmpty = (row: readonly string[]) => row.every((cell) => cell.trim() === '');
  const first = data.findIndex(movesMoney);
  const start = Math.max(0, first - ROWS_ABOVE);
  const rows = data.slice(start, start + ROWS_SHOWN);

  return {
    count: data.filter((row) => !isEmpty(row)).length,
    shown: { rows: rows.slice(0, rows.findLastIndex((row) => !isEmpty(row)) + 1), from: start + 1 },
  };
};
