import { type DateFormat, FORM_OF, guessDateFormat, readCents, readDayAs } from '#shared/bank/bank-cells.ts';
import { type BankRole, rolesOfHeader, saysInOrOut } from '#shared/bank/bank-columns.ts';
import { BANK_DATE_FORMATS } from '#shared/contract/bank/bank-limits.ts';
import { dayAfter } from '#shared/dates.ts';
import { assign, type Columns, countColumns, hasRoom, type Roles, type Rows } from './file-columns.ts';

const todayHere = (): string => dayAfter(new Date(), 0);

const readIn = (cell: string, format: DateFormat): string | undefined => readDayAs(cell, format, todayHere());

const isDay = (cell: string): boolean => BANK_DATE_FORMATS.some((format) => readIn(cell, format));

const cellsOf = (rows: Rows, column: number): string[] => rows.flatMap((row) => row[column]?.trim() || []);

const separatorsOf = (text: string | undefined): string | undefined => text?.replaceAll(/[\da-z]/gi, '');

/** The format that reads the most days of a column, in the spelling of the column. */
export const guessFormat = (rows: Rows, column: number): DateFormat => {
  const cells = cellsOf(rows, column);
  const best = guessDateFormat(cells, todayHere());
  const separators = separatorsOf(cells.find((cell) => readIn(cell, best)));
  const alike = BANK_DATE_FORMATS.find(
    (format) => FORM_OF[format] === FORM_OF[best] && separatorsOf(format) === separators,
  );

  return alike ?? best;
};

/** A cell of the column with the day that it is read as; without a day if none can be read. */
export const readExample = (
  rows: Rows,
  column: number,
  format: DateFormat,
): { cell: string; day: string | undefined } | undefined => {
  const cells = cellsOf(rows, column);
  const cell = cells.findLast((one) => readIn(one, format)) ?? cells.at(-1);

  return cell === undefined ? undefined : { cell, day: readIn(cell, format) };
};

/** A number with zeros before it, or of an account's length, is no figure of money. */
const OTHER_NUMBER = /^0\d+$|^\d{9,}$/;

const isFigure = (cell: string): boolean => !OTHER_NUMBER.test(cell) && readCents(cell) !== undefined;

type Kind = 'days' | 'figures' | 'inOrOut' | 'text' | 'empty';

/** What the cells of a column are. */
const kindOf = (cells: readonly string[]): Kind => {
  if (cells.length === 0) {
    return 'empty';
  }
  if (cells.every(isDay)) {
    return 'days';
  }
  if (cells.every(isFigure)) {
    return 'figures';
  }

  return saysInOrOut(cells) ? 'inOrOut' : 'text';
};

/** A figure of money as any bank may write it, such as '65.00*' or '57.50 Dt'; a time is none. */
const LIKE_MONEY = /^[^a-z:]*\d[^a-z:]* ?[a-z]{0,2}$/i;

const OF_MONEY: readonly BankRole[] = ['amount', 'credit', 'debit', 'fee', 'balance'];

/** True if a column can have the role that its header says: 'Value' may be a day. */
const fits = (role: BankRole, cells: readonly string[]): boolean => {
  const kind = kindOf(cells);
  if (role === 'date') {
    return kind === 'days';
  }
  if (OF_MONEY.includes(role)) {
    return kind !== 'days' && cells.every((cell) => LIKE_MONEY.test(cell));
  }

  return role === 'inOrOut' ? kind === 'inOrOut' : kind !== 'days' && kind !== 'inOrOut';
};

/** True if a row has a day and a figure besides. */
export const movesMoney = (row: readonly string[]): boolean => {
  const cells = row.map((cell) => cell.trim());

  return cells.some(isDay) && cells.some((cell) => isFigure(cell) && !isDay(cell));
};

const rowsOfMoney = (rows: Rows): Rows => rows.filter(movesMoney);

/** The roles by the row that has the most words of a header; each must fit what stands below. */
const guessByHeader = (all: Rows, rows: Rows): Roles => {
  const rolesOf = (row: readonly string[]) =>
    rolesOfHeader(
      row.map((cell, place) => {
        const [role] = rolesOfHeader([cell]);

        return role && fits(role, cellsOf(rows, place)) ? cell : '';
      }),
    );
  const count = (roles: Roles) => roles.filter((role) => role !== undefined).length;
  const [best = []] = all.map(rolesOf).toSorted((a, b) => count(b) - count(a));
  const headed = count(best) > 1 ? best : [];

  return Array.from({ length: countColumns(all) }, (_, place) => headed[place]);
};

const centsOf = (row: readonly string[], column: number | undefined): number =>
  (column !== undefined && readCents(row[column]?.trim() ?? '')) || 0;

interface Moves {
  amount?: number | undefined;
  credit?: number | undefined;
  debit?: number | undefined;
}

const centsMoved = (row: readonly string[], { amount, credit, debit }: Moves): number =>
  amount === undefined
    ? Math.abs(centsOf(row, credit)) - Math.abs(centsOf(row, debit))
    : centsOf(row, amount);

/** True if each balance is the one before plus what the row moved, with the oldest row first or last. */
const addsUp = (rows: Rows, balance: number, moves: Moves): boolean => {
  const follows = (ordered: Rows) =>
    ordered.every((row, place) => {
      const before = ordered[place - 1];

      return (
        before === undefined || centsOf(before, balance) + centsMoved(row, moves) === centsOf(row, balance)
      );
    });

  return (
    rows.length > 1 &&
    rows.every((row) => isFigure(row[balance]?.trim() ?? '')) &&
    (follows(rows) || follows(rows.toReversed()))
  );
};

/** Every way in which these columns may be the money that moved. */
const movesAmong = (columns: readonly number[], rows: Rows): Moves[] => {
  const isEither = (one: number, other: number) =>
    rows.every((row) => centsOf(row, one) === 0 || centsOf(row, other) === 0);

  return [
    ...columns.map((amount) => ({ amount })),
    ...columns.flatMap((credit) =>
      columns
        .filter((debit) => debit !== credit && isEither(credit, debit))
        .map((debit) => ({ credit, debit })),
    ),
  ];
};

/** The columns of money that no header names: by a balance that adds up, else by signs, else the only one. */
const guessMoney = (
  rows: Rows,
  free: readonly number[],
  headed: number | undefined,
): Moves & { balance?: number } => {
  const balances = headed === undefined ? free : [headed];
  for (const balance of balances) {
    const others = free.filter((column) => column !== balance);
    const found = movesAmong(others, rows).find((moves) => addsUp(rows, balance, moves));
    if (found) {
      return { ...found, balance };
    }
  }
  const signs = free.map((column) => rows.map((row) => Math.sign(centsOf(row, column))));
  const signed = signs.findIndex((ones) => ones.includes(1) && ones.includes(-1));
  const [amount] = signed === -1 ? free : free.slice(signed);

  return amount !== undefined && (signed !== -1 || free.length === 1) ? { amount } : {};
};

/** The text that says the most; words that every row repeats count once. */
const findWidest = (rows: Rows, columns: readonly number[]): number | undefined => {
  const widthOf = (column: number) => [...new Set(cellsOf(rows, column))].join('').length;

  return columns.toSorted((a, b) => widthOf(b) - widthOf(a))[0];
};

/** Words, or a number as long as that of a phone; a time and a row's number say nothing of a client. */
const WORDS = /[a-z]{2}|\d{9}/i;

/** True if a column of text may name a client; not if it has the same words in each row, as of a currency. */
const isTelling = (rows: Rows, column: number): boolean => {
  const cells = new Set(cellsOf(rows, column));

  return (rows.length === 1 || cells.size > 1) && [...cells].some((cell) => WORDS.test(cell));
};

/** The column with the most different days; one with the same day in each row is of the statement. */
const findMostDays = (rows: Rows, columns: readonly number[]): number | undefined => {
  const countDays = (column: number) => new Set(cellsOf(rows, column)).size;

  return columns.toSorted((a, b) => countDays(b) - countDays(a))[0];
};

/** Guesses the columns by the words of their header and by what the cells of the rows with money are. */
export const guessRoles = (all: Rows): Roles => {
  const rows = rowsOfMoney(all);
  const kinds = Array.from({ length: countColumns(all) }, (_, place) => kindOf(cellsOf(rows, place)));
  let roles = guessByHeader(all, rows);
  const freeOf = (kind: Kind) =>
    kinds.flatMap((one, place) => (one === kind && roles[place] === undefined ? [place] : []));
  const give = (role: BankRole, column: number | undefined) => {
    if (column !== undefined && !roles.includes(role)) {
      roles = assign(roles, column, role);
    }
  };

  const placeOf = (role: BankRole) => {
    const place = roles.indexOf(role);

    return place === -1 ? undefined : place;
  };

  give('date', findMostDays(rows, freeOf('days')));
  if (!roles.includes('amount') && !roles.includes('credit')) {
    const found = guessMoney(rows, freeOf('figures'), placeOf('balance'));
    give('amount', found.amount);
    give('credit', found.credit);
    give('debit', found.debit);
    give('balance', found.balance);
  }
  const moves = { amount: placeOf('amount'), credit: placeOf('credit'), debit: placeOf('debit') };
  give(
    'balance',
    freeOf('figures').find((column) => addsUp(rows, column, moves)),
  );
  if (rows.every((row) => centsOf(row, moves.amount) >= 0)) {
    give('inOrOut', moves.amount === undefined ? undefined : freeOf('inOrOut')[0]);
  }
  give('description', findWidest(rows, freeOf('text')));
  // What a client typed may stand in any of the others.
  for (const column of freeOf('text')) {
    if (isTelling(rows, column) && hasRoom(roles, 'reference')) {
      roles = assign(roles, column, 'reference');
    }
  }

  return roles;
};

export const guessColumns = (rows: Rows): Columns => {
  const roles = guessRoles(rows);

  return { roles, dateFormat: guessFormat(rowsOfMoney(rows), Math.max(0, roles.indexOf('date'))) };
};
