/** Something measured that must not be more than its limit. */
export interface Bound {
  what: string;
  measured: number;
  limit: number;
  unit: string;
}

export interface Table {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** What one part of the bench found. */
export interface Report {
  tables: readonly Table[];
  bounds: readonly Bound[];
}

/** A whole number from 100 on, else one or two decimals: three figures tell enough. */
const write = (cell: string | number): string =>
  typeof cell === 'string' || Number.isInteger(cell)
    ? String(cell)
    : cell.toFixed(Math.abs(cell) >= 100 ? 0 : Math.abs(cell) >= 10 ? 1 : 2);

const printTable = ({ title, columns, rows }: Table): void => {
  const lines = [columns, ...rows].map((row) => row.map(write));
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const isNumeric = columns.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
  const draw = (line: readonly string[]) =>
    line
      .map((cell, column) => cell[isNumeric[column] ? 'padStart' : 'padEnd'](widths[column] ?? 0))
      .join('  ')
      .trimEnd();

  console.log(`\n${title}\n`);
  for (const line of lines) console.log(`  ${draw(line)}`);
};

/** Prints the tables, then each bound that was missed; answers how many were. */
export const printReport = ({ tables, bounds }: Report): number => {
  for (const table of tables) printTable(table);

  const missed = bounds.filter(({ measured, limit }) => measured > limit);
  if (missed.length > 0) console.log('');
  for (const { what, measured, limit, unit } of missed) {
    console.log(`MISSED: ${what} ${write(measured)} ${unit}, at most ${limit} ${unit}`.replaceAll('  ', ' '));
  }

  return missed.length;
};
