import type { CsvRow } from '#functions/documents/read-csv.ts';
import { DAY_ORDERS, readCents, readDay } from '#shared/bank/bank-cells.ts';

/** Days without a year are days here, whichever year they have. */
const ANY_DAY = { today: '2999-12-31', near: '2999-12-31' };

const isDay = (cell: string): boolean =>
  Object.values(DAY_ORDERS).some((forms) => readDay(cell, { forms, ...ANY_DAY }) !== undefined);

/** True if a row has a day and a figure in two cells, as every row of money has. */
export const looksLikeMoney = ({ cells }: CsvRow): boolean => {
  const days = cells.map(isDay);

  return days.includes(true) && cells.some((cell, place) => !days[place] && readCents(cell) !== undefined);
};

/** Returns the number of cells up to the last one that is filled: Excel fills each row up to the widest. */
export const widthOf = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell !== '') + 1;

/** An amount with cents, which '12.10' is and no day without a year. */
const WITH_CENTS = /[.,]\d\d(?!\d|[./-])\D*$/;

const describePart = (part: string): string => {
  if (!/\d/.test(part)) {
    return 'mmm';
  }

  return part.length < 3 ? 'n' : part.length === 4 ? 'yyyy' : `${part.length} digits`;
};

/** Returns the form of a day: 'yyyy/n/n', 'n.n.n', 'n mmm yyyy'. */
const formOf = (day: string): string => day.replaceAll(/\d+|[a-z]+/gi, describePart);

const describeCell = (cell: string): string => {
  if (cell === '') {
    return 'empty';
  }
  const isFigure = readCents(cell) !== undefined;
  if (isDay(cell) && !(isFigure && WITH_CENTS.test(cell))) {
    return formOf(cell);
  }

  return isFigure ? 'figure' : 'text';
};

/** Enough to tell one bank's rows from another's. */
const ROWS_DESCRIBED = 500;

/** Describes the rows of money: their number of cells, and what stands in each column (D63). */
export const describeRows = (rows: readonly CsvRow[]): string => {
  const money = rows
    .slice(0, ROWS_DESCRIBED)
    .filter(looksLikeMoney)
    .map(({ cells }) => cells.map(describeCell));
  const width = Math.max(0, ...money.map(({ length }) => length));
  const columns = Array.from({ length: width }, (_, place) => {
    const kinds = new Set(money.map((cells) => cells[place] ?? 'empty'));
    const [only = 'empty', ...others] = [...kinds].filter((kind) => kind !== 'empty');

    return others.length === 0 ? only : 'text';
  });

  return `${width} columns: ${columns.join(', ')}`;
};
