import type { CsvRow } from '#functions/documents/read-csv.ts';
import { DAY_ORDERS, readCents, readDay } from '#shared/bank-cells.ts';

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
