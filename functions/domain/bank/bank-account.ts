import type { CsvRow } from '#functions/documents/read-csv.ts';

/** What stands before an account's number; FNB's statements number their records, and the second is the account. */
const LABEL = /\bacc(?:ount)?[\s.-]{0,3}(?:number|nr|no)?[\s.:#-]{0,5}$|^2$/i;
const LABELLED = /\bacc(?:ount)?[\s.-]{0,3}(?:number|nr|no)?[\s.:#-]{0,5}(\d[\d -]{4,})$/i;
const NUMBER = /^\d[\d -]{4,}$/;

/** Returns the digits of the account that the lines above a table name. */
export const findAccount = (rows: readonly CsvRow[]): string | null => {
  for (const { cells } of rows) {
    for (const [index, cell] of cells.entries()) {
      const found =
        LABELLED.exec(cell)?.[1] ??
        (LABEL.test(cell) ? cells.slice(index + 1).find((next) => NUMBER.test(next)) : undefined);
      if (found !== undefined) {
        return found.replaceAll(/\D/g, '');
      }
    }
  }

  return null;
};
