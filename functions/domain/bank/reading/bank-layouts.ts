import type { CsvRow } from '#functions/documents/read-csv.ts';
import { rolesOfHeader, wordsOfHead } from '#shared/bank/bank-columns.ts';
import { BARE, type BareLayout, type Columns } from './bare-layouts.ts';
import { HEADED, type HeadedLayout, type Words } from './headed-layouts.ts';
import { describeRows, looksLikeMoney, widthOf } from './row-shapes.ts';

/** Where a file's table begins, and what stands in it. */
export interface Layout {
  bank: string;
  columns: Columns;
  header: string;
  /** The index of the first row under the header. */
  start: number;
  /** True if the words of the header do not stand above their columns. */
  isJammed?: boolean;
  record?: RegExp | undefined;
}

/** A bank writes at most some twenty lines above its table. */
const ROWS_SEARCHED = 40;
/** The rows under a header whose width is compared with it. */
const ROWS_COMPARED = 5;

const wordsOf = ({ cells }: CsvRow): string[] => {
  const words = cells.map(wordsOfHead);

  return words.slice(0, widthOf(words));
};

/** Returns the columns of a header, or undefined if a word is missing. */
const placeWords = (layout: HeadedLayout, words: readonly string[]): Columns | undefined => {
  const { words: wanted, optional = {}, marks = [], isWhole } = layout;
  const place = (each: Words) =>
    Object.entries(each).map(
      ([field, names]) => [field, [names].flat().map((name) => words.indexOf(name))] as const,
    );
  const columns = place(wanted);
  const places = [...columns.flatMap(([, indexes]) => indexes), ...marks.map((mark) => words.indexOf(mark))];
  const isRising = places
    .slice(0, -marks.length || undefined)
    .every((at, index) => at > (places[index - 1] ?? -1));
  if (places.includes(-1) || (isWhole && !(isRising && words.length === places.length))) {
    return undefined;
  }

  return Object.fromEntries([...columns, ...place(optional).filter(([, indexes]) => !indexes.includes(-1))]);
};

const findHeaded = (words: readonly string[]): Omit<Layout, 'start'> | undefined => {
  for (const layout of HEADED) {
    const columns = placeWords(layout, words);
    if (columns !== undefined) {
      return { bank: layout.bank, columns, header: words.join('|') };
    }
  }

  return undefined;
};

/** Returns the layout of the row if it is the header of a known bank. */
const findHeadedAt = (rows: readonly CsvRow[], index: number): Layout | undefined => {
  const words = rows[index] ? wordsOf(rows[index]) : [];
  const below = rows.slice(index + 1, index + 1 + ROWS_COMPARED).map(({ cells }) => widthOf(cells));
  const rest = words.slice(0, Math.max(0, words.length - Math.max(...below)));
  // FNB may write the account before the words of the header, in one line.
  const jammed = rest.some((word) => /\d{5}/.test(word)) ? findHeaded(words.slice(rest.length)) : undefined;
  const found = jammed ?? findHeaded(words);

  return found && { ...found, start: index + 1, isJammed: jammed !== undefined };
};

const isName = (cell: string): boolean => /[a-z]{2}/i.test(cell) && !/\d{2}/.test(cell);

const countRoles = ({ cells }: CsvRow): number =>
  rolesOfHeader(cells).filter((role) => role !== undefined).length;

/** True if rows of money that are as wide stand above a row, which then is no header, or that of a second page. */
const isBelowMoney = (rows: readonly CsvRow[], index: number): boolean => {
  const width = widthOf(rows[index]?.cells ?? []);

  return rows.slice(0, index).some((row) => widthOf(row.cells) >= width && looksLikeMoney(row));
};

/** Returns the index of the header: of the rows of names alone the one with the most words of a header, or the last. */
const findHeaderIndex = (rows: readonly CsvRow[]): number | undefined => {
  const first = rows.slice(0, ROWS_SEARCHED);
  const names = first.flatMap((row, index) => {
    const filled = row.cells.filter((cell) => cell !== '');
    const isHeader = filled.length > 2 && filled.every(isName) && !isBelowMoney(first, index);

    return isHeader ? [{ index, roles: countRoles(row) }] : [];
  });
  const [best] = names.toReversed().toSorted((a, b) => b.roles - a.roles);

  return best?.index;
};

const fits = ({ cells: shape }: BareLayout, { cells }: CsvRow): boolean =>
  shape.every((pattern, index) => pattern.test(cells[index] ?? ''));

/** True if each row has the exact shape of the layout, and each amount its balance. */
const hasExactShape = (layout: BareLayout, rows: readonly CsvRow[]): boolean => {
  const { cells: shape, columns, own } = layout;
  const [amount = -1] = columns.amount ?? [];
  const [balance = -1] = columns.balance ?? [];

  return (
    rows.every(
      (row) =>
        fits(layout, row) &&
        widthOf(row.cells) <= shape.length &&
        (row.cells[amount] === '' || row.cells[balance] !== ''),
    ) &&
    (own === undefined || rows.some(({ cells }) => cells.some((cell) => own.test(cell))))
  );
};

const findBare = (rows: readonly CsvRow[]): Layout | undefined => {
  const header = findHeaderIndex(rows);
  for (const layout of BARE) {
    const { bank, columns, record, above } = layout;
    const first = rows.slice(0, ROWS_SEARCHED);
    const fitting = first.findIndex((row) => fits(layout, row));
    // A row of money of another shape belongs to the table too, and is refused there if it cannot be read.
    const start = first.findIndex(
      (row, index) => index === fitting || (index < fitting && looksLikeMoney(row)),
    );
    const isHeaded = header !== undefined && header < start;
    const isOwn =
      record !== undefined ||
      (above === undefined
        ? hasExactShape(layout, rows.slice(start))
        : rows.slice(0, start).some(({ cells }) => above.test(cells[0] ?? '')));
    if (start !== -1 && !isHeaded && isOwn) {
      return { bank, columns, header: `${bank}, ${describeRows(rows)}`, start: record ? 0 : start, record };
    }
  }

  return undefined;
};

/** Returns the layout of a bank that the portal knows, by its own marks: the words of the header, or without one the shape of the rows. */
export const findLayout = (rows: readonly CsvRow[]): Layout | undefined => {
  for (const index of rows.slice(0, ROWS_SEARCHED).keys()) {
    const found = findHeadedAt(rows, index);
    if (found !== undefined && !isBelowMoney(rows, index)) {
      return found;
    }
  }

  return findBare(rows);
};

/** Returns the header of a file of any bank, or the shape of its rows, and the index of the row below it. */
export const findHeader = (rows: readonly CsvRow[]): { header: string; start: number } => {
  const index = findHeaderIndex(rows);
  const row = rows[index ?? -1];
  if (index === undefined || row === undefined) {
    return { header: describeRows(rows), start: 0 };
  }

  return { header: wordsOf(row).join('|'), start: index + 1 };
};
