import Papa from 'papaparse';

/** Counts the rows of a CSV file, except empty ones. A row in quotes may extend over several lines of the text. */
export const countRows = (text: string): number => {
  let rows = 0;
  Papa.parse(text, {
    skipEmptyLines: true,
    step: () => {
      rows += 1;
    },
  });

  return rows;
};
