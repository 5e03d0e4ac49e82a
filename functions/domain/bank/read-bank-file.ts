import { type CsvRow, readCsv } from '#functions/documents/read-csv.ts';
import { type DayOrder, marksOnlyCredits } from '#shared/bank-cells.ts';
import { nameOtherKind } from '#shared/bank-file-kinds.ts';
import type { BankMapping } from '#shared/contract/bank.ts';
import { BANK_FILE_LINES_MAX } from '#shared/contract/bank-limits.ts';
import { AppError } from '#shared/errors.ts';
import { findAccount } from './bank-account.ts';
import type { BankFile, FileRow, FoundAccount, ShownRow } from './bank-file.ts';
import { findHeader, findLayout, type Layout } from './bank-layouts.ts';
import { chooseDays } from './choose-days.ts';
import { proveBalances } from './prove-balances.ts';
import { type BankRow, cellsOf, makeRowReader, refuseFile } from './read-bank-row.ts';
import { sumDays } from './sum-days.ts';

interface ReadOptions {
  /** The columns that the admin chose; they come before those of a known bank. */
  mapping?: BankMapping | undefined;
  withoutBalances?: boolean | undefined;
  /** What the admin answered if days can be read both ways. */
  dayOrder?: DayOrder | undefined;
  /** '2026-11-27', for days without a year. */
  today: string;
  /** The numbers of the accounts that receive money. */
  accounts: readonly string[];
}

const ROWS_SHOWN = 12;
const CELLS_SHOWN = 50;
const CELL_LENGTH_SHOWN = 100;

/** Room for the lines of a bank around its table. */
const ROWS_ABOVE_MAX = 100;

const tooLong = () =>
  refuseFile('text', 'A file may have at most 10,000 rows. Please download fewer days at a time.');

const readRows = (text: string): CsvRow[] => {
  const otherKind = nameOtherKind(text);
  if (otherKind !== undefined) {
    throw refuseFile('text', otherKind);
  }
  const { rows, brokenRow, isLonger } = readCsv(text, BANK_FILE_LINES_MAX + ROWS_ABOVE_MAX);
  if (brokenRow !== undefined) {
    throw refuseFile('text', `The quotes of row ${brokenRow} do not close. Is the file complete?`);
  }
  if (isLonger) {
    throw tooLong();
  }
  if (rows.length === 0) {
    throw refuseFile('text', 'The file is empty.');
  }
  if (!rows.some(({ cells }) => cells.filter((cell) => cell !== '').length > 2)) {
    throw refuseFile('text', 'This is no CSV file of a bank: no row has a date, a text and an amount.');
  }

  return rows;
};

const layoutOf = (rows: readonly CsvRow[], mapping: BankMapping | undefined): Layout | undefined => {
  if (mapping === undefined) {
    return findLayout(rows);
  }
  const { dateFormat, ...places } = mapping;
  const columns = Object.entries(places).flatMap(([field, place]) =>
    place === undefined ? [] : [[field, [place].flat()]],
  );

  return { bank: 'Other', columns: Object.fromEntries(columns), ...findHeader(rows) };
};

const requireLayout = (rows: readonly CsvRow[], mapping: BankMapping | undefined): Layout => {
  const layout = layoutOf(rows, mapping);
  if (layout === undefined) {
    const sentence = 'The portal does not know the columns of this file yet. Please choose them.';
    const shown = rows
      .slice(0, ROWS_SHOWN)
      .map(({ cells }) => cells.slice(0, CELLS_SHOWN).map((cell) => cell.slice(0, CELL_LENGTH_SHOWN)));
    throw new AppError('columns_unknown', sentence, { file: { rows: shown, rowsFrom: rows[0]?.row ?? 1 } });
  }

  return layout;
};

/** A file whose rows were found and are not understood yet. */
export interface OpenedFile {
  rows: readonly CsvRow[];
  /** The words of the header by which the chosen columns of such a file are remembered. */
  header: string;
}

export const openBankFile = (text: string): OpenedFile => {
  const rows = readRows(text);

  return { rows, header: findLayout(rows)?.header ?? findHeader(rows).header };
};

const breaks = (row: number): AppError =>
  new AppError(
    'balance_breaks',
    `The balance of row ${row} does not follow from the row before. Is the file complete and unchanged?`,
  );

/** The balances at both ends of a file, and what its rows moved. */
interface Ends {
  openingCents: number | null;
  closingCents: number | null;
  hasFees: boolean;
  moved?: ReadonlyMap<number, number>;
}

const NO_ENDS: Ends = { openingCents: null, closingCents: null, hasFees: true };

/** Reads the ends of a file without balances from the rows that name them. */
const readEnds = (entries: readonly BankRow[]): Ends => {
  const notes = entries.filter(({ kind }) => kind === 'note');
  const figureOf = (note: BankRow | undefined) => note?.balanceCents ?? (note?.amountCents || null);
  const closing = notes.find(({ isClosing }) => isClosing);
  const openingCents = figureOf(notes.find(({ isClosing }) => !isClosing));
  const closingCents = figureOf(closing);
  const sum = entries.reduce(
    (cents, { kind, amountCents }) => cents + (kind === 'money' ? amountCents : 0),
    0,
  );
  if (openingCents === null || closing === undefined || closingCents === null) {
    return NO_ENDS;
  }
  if (openingCents + sum !== closingCents) {
    throw breaks(closing.row);
  }

  return { openingCents, closingCents, hasFees: false };
};

/** Returns what a row may move. A first deposit may have a client's words 'Opening balance', and be the balance. */
const movesOf = ({ kind, amountCents }: BankRow): number[] =>
  kind === 'money' ? [amountCents] : [0, amountCents];

const proveEnds = (entries: readonly BankRow[]): Ends => {
  const balanced = entries.flatMap((entry) => {
    const { row, kind, isClosing, feeCents, balanceCents } = entry;

    return balanceCents === null || kind === 'total'
      ? []
      : [{ row, kind, isClosing, moves: movesOf(entry), feeCents, balanceCents }];
  });
  const {
    first = [],
    last = [],
    money = [],
  } = Object.groupBy(balanced, ({ kind, isClosing }) =>
    kind === 'money' ? 'money' : kind === 'note' && !isClosing ? 'first' : 'last',
  );
  const dates = entries.filter(({ kind }) => kind === 'money').map(({ date }) => date);
  const newestFirst = [...first, ...money.toReversed(), ...last];
  const [start = '', end = ''] = [dates[0], dates.at(-1)];
  const orders = start > end ? [newestFirst, balanced] : [balanced, newestFirst];
  const proof = proveBalances(orders, start !== end);
  if ('brokenRow' in proof) {
    throw breaks(proof.brokenRow);
  }

  return proof;
};

const readAccount = (
  rows: readonly CsvRow[],
  money: readonly BankRow[],
  { columns, start }: Layout,
  own: readonly string[],
): FoundAccount => {
  const ofMoney = new Set(money.map(({ row }) => row));
  const table = {
    rows,
    header: rows[start - 1],
    isMoney: ({ row }: CsvRow) => ofMoney.has(row),
    column: columns.account?.[0],
  };
  const found = findAccount(table, own);
  if (found === 'several') {
    throw refuseFile('text', 'The file is about several accounts. Please download one file for each.');
  }

  return found;
};

/** Turns the signs of a column that writes costs below 0. */
const costsAboveZero = (rows: readonly BankRow[]): BankRow[] => {
  const sum = rows.reduce((cents, { feeCents }) => cents + feeCents, 0);

  return rows.map((row) => (sum < 0 && row.feeCents !== 0 ? { ...row, feeCents: -row.feeCents } : row));
};

const toFileRow = ({ row, date, description, reference, amountCents, balanceCents }: BankRow): FileRow => ({
  row,
  date,
  description,
  reference,
  amountCents,
  balanceCents,
});

const fateOf = ({ kind, isReturned }: BankRow, cents: number): ShownRow['becomes'] => {
  if (kind === 'provisional') {
    return 'pending';
  }

  return cents > 0 ? 'line' : isReturned ? 'returned' : 'out';
};

/** Divides rows into those that become lines and those that do not. */
const sortRows = (rows: readonly BankRow[], moved: Ends['moved']) => {
  const lines: FileRow[] = [];
  const shown: ShownRow[] = [];
  const skipped = { count: 0, cents: 0 };
  for (const row of rows) {
    const cents = moved?.get(row.row) ?? (row.kind === 'money' && !moved ? row.amountCents : 0);
    const becomes = fateOf(row, cents);
    if (cents !== 0) {
      const { date, description, reference } = row;
      shown.push({ date, description, reference, amountCents: cents, becomes });
    }
    if (cents !== 0 && (becomes === 'line' || becomes === 'returned')) {
      lines.push(toFileRow(row));
    } else {
      skipped.count += 1;
      skipped.cents += cents;
    }
  }

  return { lines, shown, skipped };
};

/** A row without a balance, in a file that has them, is pending, and so is its fee. */
const feesOf = (rows: readonly BankRow[], { hasFees, moved }: Ends): BankRow[] =>
  hasFees ? rows.filter(({ row, feeCents }) => feeCents !== 0 && (!moved || moved.has(row))) : [];

/** Reads a bank's file as it was downloaded, or as a spreadsheet saved it again (D63). */
export const readBankFile = (
  { rows: all }: OpenedFile,
  { mapping, withoutBalances = false, dayOrder, today, accounts }: ReadOptions,
): BankFile => {
  const field = mapping ? 'mapping' : 'text';
  const found = requireLayout(all, mapping);
  const layout = withoutBalances ? { ...found, columns: { ...found.columns, balance: undefined } } : found;
  const { record } = layout;
  const above = record ? all.filter(({ cells }) => !record.test(cells[0] ?? '')) : all.slice(0, layout.start);
  const body = all.slice(layout.start);
  if (body.length > BANK_FILE_LINES_MAX) {
    throw tooLong();
  }
  const days = chooseDays({ above, body, dates: layout.columns.date }, { mapping, dayOrder, today });
  const isOutUnmarked = marksOnlyCredits(cellsOf(body, layout.columns.amount));
  const readRow = makeRowReader(layout, { field, isOutUnmarked, ...days });
  const rows = costsAboveZero(body.flatMap((row) => readRow(row) ?? []));
  const money = rows.filter(({ kind }) => kind === 'money');
  const dates = money.map(({ date }) => date).toSorted();
  const [from] = dates;
  const to = dates.at(-1);
  if (from === undefined || to === undefined) {
    throw refuseFile(
      field,
      mapping
        ? `Row ${body[0]?.row} has no date of this form and no amount.`
        : 'The file has no transactions.',
    );
  }
  const hasBalances = money.some(({ balanceCents }) => balanceCents !== null);
  const ends = withoutBalances ? NO_ENDS : hasBalances ? proveEnds(rows) : readEnds(rows);
  const { lines, shown, skipped } = sortRows(rows, ends.moved);
  const fees = feesOf(rows, ends);
  if (lines.length === 0) {
    throw refuseFile('text', 'No money came in in this file, so there is nothing to book.');
  }

  return {
    format: 'csv',
    bank: layout.bank,
    account: readAccount(all, money, layout, accounts),
    header: layout.header,
    rows: lines,
    shown,
    skipped,
    days: sumDays(shown, fees, ends),
    feeCents: fees.reduce((cents, { feeCents }) => cents + feeCents, 0),
    openingCents: ends.openingCents,
    closingCents: ends.closingCents,
    from,
    to,
    notes: [],
    hasBalances: ends.moved !== undefined,
  };
};
