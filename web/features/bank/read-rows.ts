import Papa from 'papaparse';
import type { Rows } from './file-columns.ts';

const ROWS_SHOWN = 12;

/** Counts the rows of a CSV file, except empty ones, and returns the first. A row in quotes may extend over several lines. */
export const readRows = (text: string): { count: number; rows: Rows } => {
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: true });

  return { count: data.length, rows: data.slice(0, ROWS_SHOWN) };
};
