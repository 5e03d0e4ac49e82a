import type { BankMapping } from '#shared/contract/bank.ts';
import { BANK_DATE_FORMATS } from '#shared/contract/bank-limits.ts';
import { isCalendarDay } from '#shared/dates.ts';

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

export type DateFormat = BankMapping['dateFormat'];

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

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const FORMS: Record<DateFormat, RegExp> = {
  'YYYY/MM/DD': /^(?<y>\d{4})\/(?<m>\d{1,2})\/(?<d>\d{1,2})$/,
  'YYYY-MM-DD': /^(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})$/,
  'DD/MM/YYYY': /^(?<d>\d{1,2})[/.-](?<m>\d{1,2})[/.-](?<y>\d{4})$/,
  'MM/DD/YYYY': /^(?<m>\d{1,2})[/.-](?<d>\d{1,2})[/.-](?<y>\d{4})$/,
  YYYYMMDD: /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/,
  'DD MMM YYYY': /^(?<d>\d{1,2})[ -](?<m>[a-z]{3})[a-z]*[ -](?<y>\d{4})$/i,
  DDMMMYYYY: /^(?<d>\d{1,2})(?<m>[a-z]{3})[a-z]*(?<y>\d{4})$/i,
};

/** Reads a day such as '2026-11-03' in this format; a time behind it is left out. */
export const readDay = (cell: string, format: DateFormat): string | undefined => {
  const text = cell.trim().replace(/[ T]\d{1,2}:\d{2}.*$/, '');
  const { y, m = '', d } = FORMS[format].exec(text)?.groups ?? {};
  const month = MONTHS.indexOf(m.slice(0, 3).toLowerCase()) + 1 || Number(m);

  return d !== undefined && isCalendarDay(Number(y), month, Number(d))
    ? [y, String(month).padStart(2, '0'), d.padStart(2, '0')].join('-')
    : undefined;
};

const cellsOf = (rows: Rows, column: number): string[] => rows.flatMap((row) => row[column] || []);

/** The format that reads the most days of a column; days before months, as South Africa writes them. */
export const guessDateFormat = (rows: Rows, column: number): DateFormat => {
  const cells = cellsOf(rows, column);
  const countRead = (format: DateFormat) => cells.filter((cell) => readDay(cell, format)).length;
  const [best] = BANK_DATE_FORMATS.toSorted((a, b) => countRead(b) - countRead(a));

  return best ?? BANK_DATE_FORMATS[0];
};

/** The first column with a day. */
const findDates = (rows: Rows): number | undefined => {
  const isDay = (cell: string) => BANK_DATE_FORMATS.some((format) => readDay(cell, format));

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
  const cell = cells.findLast((one) => readDay(one, format)) ?? cells.at(-1);

  return cell === undefined ? undefined : { cell, day: readDay(cell, format) };
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
