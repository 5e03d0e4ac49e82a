import { AppError } from '#shared/errors.ts';
import type { FileRow } from './bank-file.ts';
import type { SignRule, Signs } from './bank-signs.ts';
import { type Proof, proveBalances } from './prove-balances.ts';
import { quoteFile, refuseFile, type TableRow } from './read-bank-row.ts';

/** A row whose amount is known, below 0 for money out. */
export type BankRow = Omit<TableRow, 'figures' | 'isBalanceMarked'> & Pick<FileRow, 'amountCents'>;

/** The balances at both ends of a file, and what its rows moved. */
export interface Ends {
  openingCents: number | null;
  closingCents: number | null;
  hasFees: boolean;
  moved?: ReadonlyMap<number, number>;
}

const NO_ENDS: Ends = { openingCents: null, closingCents: null, hasFees: true };

/** A way in which a file may write its figures. */
interface Reading {
  rule: SignRule;
  /** True if a balance without 'Cr' is below 0. */
  isBalanceOutUnmarked: boolean;
}

const apply = (rows: readonly TableRow[], { rule, isBalanceOutUnmarked }: Reading): BankRow[] =>
  rows.map(({ figures, isBalanceMarked, balanceCents, ...row }) => ({
    ...row,
    amountCents: rule(figures),
    balanceCents:
      balanceCents !== null && isBalanceOutUnmarked && !isBalanceMarked ? -balanceCents : balanceCents,
  }));

type Attempt = { ends: Ends } | { brokenRow: number };

/** Reads the ends of a file without balances from the rows that name them. */
const readEnds = (rows: readonly BankRow[]): Attempt => {
  const notes = rows.filter(({ kind }) => kind === 'note');
  const figureOf = (note: BankRow | undefined) => note?.balanceCents ?? (note?.amountCents || null);
  const closing = notes.find(({ isClosing }) => isClosing);
  const openingCents = figureOf(notes.find(({ isClosing }) => !isClosing));
  const closingCents = figureOf(closing);
  const sum = rows.reduce((cents, { kind, amountCents }) => cents + (kind === 'money' ? amountCents : 0), 0);
  if (openingCents === null || closing === undefined || closingCents === null) {
    return { ends: NO_ENDS };
  }

  return openingCents + sum === closingCents
    ? { ends: { openingCents, closingCents, hasFees: false } }
    : { brokenRow: closing.row };
};

/** Returns what a row may move. A first deposit may have a client's words 'Opening balance', and be the balance. */
const movesOf = ({ kind, amountCents }: BankRow): number[] =>
  kind === 'money' ? [amountCents] : [0, amountCents];

/** True if the rows whose amounts the balances prove move money in and out, so that no other rule of signs fits. */
const provesBoth = ({ moved }: Proof): boolean => {
  const [, ...proven] = moved.values();

  return proven.some((cents) => cents > 0) && proven.some((cents) => cents < 0);
};

const proveRows = (rows: readonly BankRow[], isOrderByDates: boolean): Proof | { brokenRow: number } => {
  const balanced = rows.flatMap((each) => {
    const { row, kind, isClosing, feeCents, balanceCents } = each;

    return balanceCents === null || kind === 'total' || kind === 'pending'
      ? []
      : [{ row, kind, isClosing, moves: movesOf(each), feeCents, balanceCents }];
  });
  const {
    first = [],
    last = [],
    money = [],
  } = Object.groupBy(balanced, ({ kind, isClosing }) =>
    kind === 'money' ? 'money' : isClosing ? 'last' : 'first',
  );
  const dates = rows.filter(({ kind }) => kind === 'money').map(({ date }) => date);
  const oldestFirst = [balanced];
  // Some banks write the opening balance above the newest row, others write each note in its place.
  const newestFirst = [[...first, ...money.toReversed(), ...last], balanced.toReversed()];
  const [start = '', end = ''] = [dates[0], dates.at(-1)];
  const [likely, unlikely] = start > end ? [newestFirst, oldestFirst] : [oldestFirst, newestFirst];
  const orders = isOrderByDates && start !== end ? likely : [...likely, ...unlikely];

  return proveBalances(orders, start === end ? orders.length : likely.length);
};

const hasBalance = ({ kind, balanceCents }: TableRow): boolean => kind === 'money' && balanceCents !== null;

const listReadings = (rows: readonly TableRow[], { rules }: Signs): [Reading, ...Reading[]] => {
  const balanced = rows.filter(hasBalance);
  const marksOnlyIn =
    balanced.some(({ isBalanceMarked }) => isBalanceMarked) &&
    balanced.some(({ isBalanceMarked }) => !isBalanceMarked) &&
    balanced.every(({ balanceCents }) => (balanceCents ?? 0) >= 0);
  const [first, ...others] = rules.map((rule) => ({ rule, isBalanceOutUnmarked: false }));
  const marked = marksOnlyIn ? rules.map((rule) => ({ rule, isBalanceOutUnmarked: true })) : [];

  return [first ?? { rule: rules[0], isBalanceOutUnmarked: false }, ...others, ...marked];
};

interface Options {
  signs: Signs;
  withoutBalances: boolean;
  field: 'text' | 'mapping';
  /** Returns the text of a row of the file. */
  quote: (row: number) => string;
}

const breaks = (row: number, { signs, quote }: Options): AppError => {
  const quoted = quoteFile(quote(row));
  const sentence = signs.tells
    ? `The balance of row ${row} does not follow from the row before. Is the file complete and unchanged?`
    : `The amounts have no sign, and the balance of row ${row} does not follow from the row before. If a column says in or out, or money in and money out stand in two, please choose the columns. Else, is the file complete?`;

  return new AppError('balance_breaks', sentence, { file: { row, quoted, mayDropBalances: signs.tells } });
};

/**
 * Gives each row its amount by the rule of signs that the balances prove, and returns the balances at both ends. Without
 * balances the likeliest rule holds, unless a sign may mean two things.
 */
export const proveFile = (rows: readonly TableRow[], options: Options): { rows: BankRow[]; ends: Ends } => {
  const { signs, field, withoutBalances } = options;
  const [likely, ...others] = listReadings(rows, signs);
  if (!rows.some(hasBalance)) {
    if (signs.unclearRow !== undefined) {
      throw refuseFile(
        field,
        `The sign of the amount of row ${signs.unclearRow} may mean money in or money out, and no balance says which. Please choose the columns.`,
      );
    }
    const read = apply(rows, likely);
    const attempt = withoutBalances ? { ends: NO_ENDS } : readEnds(read);
    if ('brokenRow' in attempt) {
      throw breaks(attempt.brokenRow, options);
    }

    return { rows: read, ...attempt };
  }
  const read = apply(rows, likely);
  const proof = proveRows(read, !signs.tells);
  if (!('brokenRow' in proof)) {
    return { rows: read, ends: proof };
  }
  for (const reading of others) {
    const otherwise = apply(rows, reading);
    const other = proveRows(otherwise, true);
    if (!('brokenRow' in other) && (signs.unclearRow !== undefined || provesBoth(other))) {
      return { rows: otherwise, ends: other };
    }
  }

  throw breaks(proof.brokenRow, options);
};
