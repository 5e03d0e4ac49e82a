import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import * as z from 'zod';
import { readCommit } from '../../commit.ts';

/** A measured value with its limit. */
export const bound = z.object({
  what: z.string(),
  /** NaN if nothing was measured. */
  measured: z.number().or(z.nan()),
  limit: z.number(),
  unit: z.string(),
  /** True if the limit is a minimum and not a maximum. */
  isLeast: z.boolean().optional(),
});
export type Bound = z.output<typeof bound>;

export const isMet = ({ measured, limit, isLeast = false }: Bound): boolean =>
  isLeast ? measured >= limit : measured <= limit;

/** Rounds to three digits, which are enough to read. */
export const round = (value: number): number => Number(value.toPrecision(3));

/** Prints rows as a table, with rounded figures. */
export const printTable = (title: string, rows: readonly Record<string, string | number>[]): void => {
  console.log(`\n${title}`);
  console.table(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, cell]) => [name, typeof cell === 'number' ? round(cell) : cell]),
      ),
    ),
  );
};

/** Writes each figure next to its limit as a table in Markdown; a figure that misses its limit is bold. */
export const formatBounds = (bounds: readonly Bound[]): string =>
  [
    '| | measured | limit |',
    '|---|---|---|',
    ...bounds.map((one) => {
      const { what, measured, limit, unit, isLeast } = one;
      const value = `${Math.abs(measured) >= 100 ? Math.round(measured) : round(measured)} ${unit}`.trim();

      return `| ${what} | ${isMet(one) ? value : `**${value}**`} | ${isLeast ? '≥' : '≤'} ${limit} |`;
    }),
  ].join('\n');

const MARKED = /(<!-- bench:begin[^>]*-->\n).*(\n<!-- bench:end -->)/s;

/** Replaces what stands between the two marks of a document, and nothing else; throws if it has no marks. */
export const replaceMarked = (document: string, text: string): string => {
  if (!MARKED.test(document)) {
    throw new Error('The document has no marks between which the table belongs');
  }

  return document.replace(MARKED, (_, begin: string, end: string) => `${begin}${text}${end}`);
};

/** Writes the table of a whole run into a document, with its date and commit. */
export const writeBounds = (file: string, bounds: readonly Bound[]): void => {
  const date = new Date().toISOString().slice(0, 10);
  const opening = `Measured on ${date} at commit ${readCommit()} with ${availableParallelism()} processors.`;

  writeFileSync(file, replaceMarked(readFileSync(file, 'utf8'), `${opening}\n\n${formatBounds(bounds)}`));
};
