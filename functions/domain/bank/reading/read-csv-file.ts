import type { CsvRow } from '#functions/documents/read-csv.ts';
import type { DayOrder } from '#shared/bank/bank-cells.ts';
import type { BankMapping } from '#shared/contract/bank/bank-files.ts';
import { BANK_FILE_LINES_MAX } from '#shared/contract/bank/bank-limits.ts';
import type { AppError } from '#shared/errors.ts';
import { findAccount } from './bank-account.ts';
import type { BankFile, FileRow, FoundAccount, ShownRow } from './bank-file.ts';
import { findHeader, findLayout, type Layout } from './bank-layouts.ts';
import { chooseSigns, findSilentColumn, type Signs } from './bank-signs.ts';
import { chooseDays } from './choose-days.ts';
import { askColumns, tooLong } from './open-csv.ts';
import { type BankRow, type Ends, proveFile } from './prove-file.ts';
import { NO_TRANSACTIONS, ONLY_PENDING, refuseFile, type TableRow } from './read-bank-row.ts';
import { readTable } from './read-bank-table.ts';
import { looksLikeMoney, widthOf } from './row-shapes.ts';
import { sumDays } from './sum-days.ts';

export interface ReadOptions {
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

const signsOf = (rows: readonly TableRow[], { columns }: Layout): Signs =>
  chooseSigns(
    rows.filter(({ kind }) => kind === 'money').map(({ figures }) => figures),
    {
      hasInOrOut: columns.inOrOut !== undefined,
      hasCredit: columns.credit !== undefined,
      hasDebit: columns.debit !== undefined,
    },
  );

/** Turns the signs of a column that writes costs below 0. */
const costsAboveZero = (rows: readonly TableRow[]): TableRow[] => {
  const sum = rows.reduce((cents, { feeCents }) => cents + feeCents, 0);

  return rows.map((row) => (sum < 0 && row.feeCents !== 0 ? { ...row, feeCents: -row.feeCents } : row));
};

const readAccount = (
  rows: readonly CsvRow[],
  money: ReadonlySet<number>,
  { columns, start, isJammed }: Layout,
  own: readonly string[],
): FoundAccount => {
  const table = {
    rows,
    header: isJammed ? undefined : rows[start - 1],
    start,
    isMoney: ({ row }: CsvRow) => money.has(row),
    column: columns.account?.[0],
  };
  const found = findAccount(table, own);
  if (found === 'several') {
    throw refuseFile('text', 'The file is about several accounts. Please download one file for each.');
  }

  return found;
};

const toFileRow = ({ row, date, description, reference, amountCents, balanceCents }: BankRow): FileRow => ({
  row,
  date,
  description,
  reference,
  amountCents,
  balanceCents,
});

/** Returns what a row moved, which is nothing for one that the bank may still change or that only says a balance. */
const movedBy = ({ row, kind, amountCents }: BankRow, { moved }: Ends): number =>
  moved === undefined ? (kind === 'money' ? amountCents : 0) : (moved.get(row) ?? 0);

/** Tells what becomes of a row. One without a balance, in a file that has them, is pending. */
const fateOf = ({ kind, row, isReturned }: BankRow, cents: number, { moved }: Ends): ShownRow['becomes'] => {
  if (kind === 'pending' || (kind === 'money' && moved !== undefined && !moved.has(row))) {
    return 'pending';
  }

  return cents > 0 ? 'line' : isReturned ? 'returned' : 'out';
};

/** Divides rows into those that become lines and those that do not. */
const sortRows = (rows: readonly BankRow[], ends: Ends) => {
  const lines: FileRow[] = [];
  const shown: ShownRow[] = [];
  const skipped = { count: 0, cents: 0 };
  for (const row of rows) {
    const cents = movedBy(row, ends);
    const becomes = fateOf(row, cents, ends);
    const amountCents = becomes === 'pending' ? row.amountCents : cents;
    if (amountCents !== 0) {
      const { date, description, reference } = row;
      shown.push({ date, description, reference, amountCents, becomes });
    }
    if (cents !== 0 && (becomes === 'line' || becomes === 'returned')) {
      lines.push({ ...toFileRow(row), amountCents: cents });
    } else {
      skipped.count += 1;
      skipped.cents += cents;
    }
  }

  return { lines, shown, skipped };
};

/** Returns the rows whose fee was taken; that of a pending row is not taken yet. */
const feesOf = (rows: readonly BankRow[], { hasFees, moved }: Ends): BankRow[] =>
  hasFees ? rows.filter(({ row, feeCents }) => feeCents !== 0 && (!moved || moved.has(row))) : [];

/** The note of a file in which nothing tells money in from money out. */
const NO_SIGN =
  'No amount of this file has a sign and no balance stands beside it, so every row counts as money in.';

/** Says why no row of a file is money that has come or gone. */
const refuseEmpty = (
  body: readonly CsvRow[],
  rows: readonly TableRow[],
  mapping: BankMapping | undefined,
): AppError => {
  if (rows.some(({ kind }) => kind === 'pending')) {
    return refuseFile('text', ONLY_PENDING);
  }
  const unread = body.find(looksLikeMoney);
  const [row = unread] = body;
  if (mapping && row) {
    return refuseFile('mapping', `Row ${(unread ?? row).row} has no date of this form and no amount.`);
  }

  return unread ? askColumns(body) : refuseFile('text', NO_TRANSACTIONS);
};

/** Refuses amounts without a sign beside a column that says in or out and was not chosen. */
const requireSigns = (
  body: readonly CsvRow[],
  rows: readonly TableRow[],
  { columns }: Layout,
  { tells }: Signs,
  field: 'text' | 'mapping',
) => {
  const money = new Set(
    rows.filter(({ kind, figures }) => kind === 'money' && figures.amount !== 0).map(({ row }) => row),
  );
  const read = new Set(Object.values(columns).flatMap((places) => places ?? []));
  const cells = body.filter(({ row }) => money.has(row)).map((row) => row.cells);
  const place = tells ? undefined : findSilentColumn(cells, read);
  if (place !== undefined) {
    throw refuseFile(
      field,
      `The amounts have no sign, and column ${place + 1} says of each whether it came in. Please choose it as ‘In or out’.`,
    );
  }
};

/** Refuses a row whose balance a further cell has moved away; it is not pending. */
const requireWidths = (body: readonly CsvRow[], rows: readonly BankRow[], { moved }: Ends) => {
  const unsettled = new Set(
    rows.flatMap(({ row, kind }) => (kind === 'money' && moved?.has(row) === false ? [row] : [])),
  );
  const width = Math.max(0, ...body.flatMap(({ row, cells }) => (moved?.has(row) ? [widthOf(cells)] : [])));
  const wide = body.find(({ row, cells }) => unsettled.has(row) && widthOf(cells) > width);
  if (wide !== undefined) {
    throw refuseFile('text', `Row ${wide.row} has more cells than the others. Is the file unchanged?`);
  }
};

/** Reads the rows of a bank's CSV as it was downloaded, or as a spreadsheet saved it again (D63). */
export const readCsvFile = (
  all: readonly CsvRow[],
  { mapping, withoutBalances = false, dayOrder, today, accounts }: ReadOptions,
): BankFile => {
  const field = mapping ? 'mapping' : 'text';
  const layout = layoutOf(all, mapping);
  if (layout === undefined) {
    throw askColumns(all);
  }
  const { record, columns } = layout;
  const above = record ? all.filter(({ cells }) => !record.test(cells[0] ?? '')) : all.slice(0, layout.start);
  const body = all.slice(layout.start);
  if (body.length > BANK_FILE_LINES_MAX) {
    throw tooLong();
  }
  const days = chooseDays({ above, body, dates: columns.date }, { mapping, dayOrder, today });
  const read = (each: Layout) => costsAboveZero(readTable(body, each, { field, ...days }));
  const bare = withoutBalances ? read({ ...layout, columns: { ...columns, balance: undefined } }) : undefined;
  // A file that does not tell what came in may not lose the balances that do.
  const isBare = bare !== undefined && signsOf(bare, layout).tells;
  const table = isBare ? bare : read(layout);
  const signs = signsOf(table, layout);
  if (!table.some(({ kind }) => kind === 'money')) {
    throw refuseEmpty(body, table, mapping);
  }
  requireSigns(body, table, layout, signs, field);
  const quote = (wanted: number) =>
    (all.find(({ row }) => row === wanted)?.cells ?? []).filter((cell) => cell !== '').join(', ');
  const { rows, ends } = proveFile(table, { signs, withoutBalances: isBare, field, quote });
  requireWidths(body, rows, ends);
  const { lines, shown, skipped } = sortRows(rows, ends);
  const fees = feesOf(rows, ends);
  const settled = rows.filter(
    (row) => movedBy(row, ends) !== 0 || (row.kind === 'money' && fateOf(row, 0, ends) !== 'pending'),
  );
  const dates = settled.map(({ date }) => date).toSorted();
  const [from] = dates;
  const to = dates.at(-1);
  if (from === undefined || to === undefined) {
    throw refuseEmpty(body, table, mapping);
  }

  return {
    format: 'csv',
    bank: layout.bank,
    account: readAccount(all, new Set(settled.map(({ row }) => row)), layout, accounts),
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
    notes: signs.tells || ends.openingCents !== null ? [] : [NO_SIGN],
    hasBalances: ends.moved !== undefined,
  };
};
