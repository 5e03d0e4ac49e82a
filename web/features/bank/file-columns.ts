import { type DateFormat, guessDateFormat, readDayAs } from '#shared/bank-cells.ts';
import type { BankMapping } from '#shared/contract/bank.ts';
import { BANK_DATE_FORMATS } from '#shared/contract/bank-limits.ts';
import { dayAfter } from '#shared/dates.ts';

/** What a column of a bank's file can be, with the words by which banks head it. */
const ROLES = {
  date: { label: 'Date', heads: /\bdate\b/i },
  description: { label: 'Description', heads: /descr|details|narrat|particulars/i },
  reference: { label: 'Reference', heads: /\bref/i },
  balance: { label: 'Balance', heads: /balance/i },
  fee: { label: 'Fee', heads: /\bfees?\b|charge/i },
  credit: { label: 'Money in', heads: /credit|money in|deposit|paid in/i },
  debit: { label: 'Money out', heads: /debit|money out|withdraw|paid out/i },
  amount: { label: 'Amount', heads: /amount|value/i },
} as const;

export type Role = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as Role[];
export const labelOf = (role: Role): string => ROLES[role].label;

/** The role of each column, by its place; undefined for one that is not read. */
export type Roles = readonly (Role | undefined)[];

export type Rows = readonly (readonly string[])[];

export const countColumns = (rows: Rows): number => Math.max(0, ...rows.map((row) => row.length));

/** Gives a column a role, which another column then no longer has. */
export const assign = (roles: Roles, column: number, role: Role | undefined): Roles =>
  roles.map((before, place) => (place === column ? role : before === role ? undefined : before));

const roleOfHead = (cell: string): Role | undefined =>
  ROLE_NAMES.find((name) => ROLES[name].heads.test(cell));

const rolesOfHeader = (row: readonly string[]): Roles => {
  const roles = row.map(roleOfHead);

  return roles.map((role, place) => (roles.indexOf(role) === place ? role : undefined));
};

const today = (): string => dayAfter(new Date(), 0);

const cellsOf = (rows: Rows, column: number): string[] => rows.flatMap((row) => row[column] || []);

export const guessFormat = (rows: Rows, column: number): DateFormat =>
  guessDateFormat(cellsOf(rows, column), today());

/** The first column with a day. */
const findDates = (rows: Rows): number | undefined => {
  const isDay = (cell: string) => BANK_DATE_FORMATS.some((format) => readDayAs(cell, format, today()));

  return rows.map((row) => row.findIndex(isDay)).find((place) => place !== -1);
};

/** Guesses the columns by the row that has the most words of a header, and the date else by its cells. */
export const guessRoles = (rows: Rows): Roles => {
  const count = (roles: Roles) => roles.filter((role) => role !== undefined).length;
  const [best = []] = rows.map(rolesOfHeader).toSorted((a, b) => count(b) - count(a));
  const headed = count(best) > 1 ? best : [];
  const roles = Array.from({ length: countColumns(rows) }, (_, place) => headed[place]);
  const dates = findDates(rows);

  return roles.includes('date') || dates === undefined ? roles : assign(roles, dates, 'date');
};

/** A cell of the column with the day that it is read as; without a day if none can be read. */
export const readExample = (
  rows: Rows,
  column: number,
  format: DateFormat,
): { cell: string; day: string | undefined } | undefined => {
  const cells = cellsOf(rows, column);
  const cell = cells.findLast((one) => readDayAs(one, format, today())) ?? cells.at(-1);

  return cell === undefined ? undefined : { cell, day: readDayAs(cell, format, today()) };
};

/** Says which column is missing; undefined if none is. */
export const findMissing = (roles: Roles): string | undefined => {
  const has = (role: Role) => roles.includes(role);
  if (!has('date') || !has('description')) {
    return `Choose the column of the ${has('date') ? 'description' : 'date'}`;
  }

  return has('amount') || has('credit')
    ? undefined
    : 'Choose the column of the amount, or that of the money in';
};

/** The mapping as it is sent; the roles must be complete. */
export const toMapping = (roles: Roles, dateFormat: DateFormat): BankMapping => {
  const places = Object.fromEntries(roles.flatMap((role, place) => (role ? [[role, place]] : [])));

  return { ...places, dateFormat } as BankMapping;
};
