import * as z from 'zod';

/** A measured value with its limit. */
export const bound = z.object({
  what: z.string(),
  /** NaN if nothing was measured. */
  measured: z.number().or(z.nan()),
  limit: z.number(),
  unit: z.string(),
  /** True if the limit is a minimum and not a maximum. */
  isLeast: z.boolean().optional(),
  /** Bounds with the same text here share one row of the table, that of the bound nearest to its limit. */
  among: z.string().optional(),
});
export type Bound = z.output<typeof bound>;

export interface Table {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** The results of one part of the bench. */
export interface Report {
  tables: readonly Table[];
  bounds: readonly Bound[];
}

/** Writes a whole number from 100 on, otherwise one or two decimals: three digits are enough. */
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
  for (const line of lines) {
    console.log(`  ${draw(line)}`);
  }
};

export const printTables = ({ tables }: Report): void => {
  for (const table of tables) {
    printTable(table);
  }
};

export const isMet = ({ measured, limit, isLeast = false }: Bound): boolean =>
  isLeast ? measured >= limit : measured <= limit;

/** Returns the used share of the limit: more than 1 misses it. */
const usedShare = ({ measured, limit, isLeast = false }: Bound): number => {
  if (measured === limit) {
    return 1;
  }
  const share = isLeast ? limit / measured : measured / limit;

  return Number.isNaN(share) ? Number.POSITIVE_INFINITY : share;
};

const tell = (one: Bound): string => {
  if (isMet(one)) {
    return 'met';
  }
  const percent = Math.ceil((usedShare(one) - 1) * 100);

  return Number.isFinite(percent) ? `**missed by ${percent} %**` : '**missed**';
};

const toRow = (one: Bound, others: readonly Bound[]): string => {
  const { what, measured, limit, unit, isLeast, among } = one;
  const missed = others.filter((other) => !isMet(other)).length;
  const name =
    among === undefined ? what : `${among} (of ${others.length} the one nearest to its limit): ${what}`;
  const result = missed > 1 ? `${tell(one)}, ${missed} missed` : tell(one);

  return `| ${name} | ${write(measured)} ${unit} | at ${isLeast ? 'least' : 'most'} ${limit} | ${result} |`;
};

/** Formats all bounds as one table in Markdown, for README to quote. */
export const formatBounds = (bounds: readonly Bound[]): string => {
  const rows = Map.groupBy(bounds, ({ what, unit, among }) => among ?? `${what} ${unit}`);

  return [
    '| | measured | limit | |',
    '|---|---|---|---|',
    ...[...rows.values()].flatMap((others) => {
      const [nearest] = others.toSorted((a, b) => usedShare(b) - usedShare(a));

      return nearest ? [toRow(nearest, others)] : [];
    }),
  ].join('\n');
};
