import type { DateFormat } from '#shared/bank/bank-cells.ts';
import { type BankRole, TEXT_ROLES } from '#shared/bank/bank-columns.ts';
import type { BankMapping } from '#shared/contract/bank/bank-files.ts';
import { BANK_TEXT_COLUMNS_MAX, IN_OR_OUT_OF_AMOUNT } from '#shared/contract/bank/bank-limits.ts';

/** The role of each column, by its place; undefined for one that is not read. */
export type Roles = readonly (BankRole | undefined)[];

const LABELS: Record<BankRole, string> = {
  date: 'Date',
  description: 'Description',
  reference: 'Reference',
  amount: 'Amount',
  credit: 'Money in',
  debit: 'Money out',
  inOrOut: 'In or out',
  fee: 'Fee',
  balance: 'Balance',
  account: 'Account',
};

export const ROLE_NAMES = Object.keys(LABELS) as BankRole[];
export const labelOf = (role: BankRole): string => LABELS[role];

export interface Columns {
  roles: Roles;
  dateFormat: DateFormat;
}

export type Rows = readonly (readonly string[])[];

/** Rows of a file, and the place of the first of them in it, as a spreadsheet counts. */
export interface ShownRows {
  rows: Rows;
  from: number;
}

export const countColumns = (rows: Rows): number => Math.max(0, ...rows.map((row) => row.length));

const countOf = (roles: Roles, role: BankRole): number => roles.filter((one) => one === role).length;

/** True if a further column can have this role. */
export const hasRoom = (roles: Roles, role: BankRole): boolean =>
  !TEXT_ROLES.includes(role) || countOf(roles, role) < BANK_TEXT_COLUMNS_MAX;

/** Gives a column a role; another column then no longer has it, unless it is a text's. */
export const assign = (roles: Roles, column: number, role: BankRole | undefined): Roles =>
  roles.map((before, place) => {
    if (place === column) {
      return role;
    }

    return before === role && role !== undefined && !TEXT_ROLES.includes(role) ? undefined : before;
  });

/** Says which column is missing; undefined if none is. */
export const findMissing = (roles: Roles): string | undefined => {
  const has = (role: BankRole) => roles.includes(role);
  if (!has('date') || !has('description')) {
    return `Choose the column of the ${has('date') ? 'description' : 'date'}`;
  }

  if (has('inOrOut') && !has('amount')) {
    return IN_OR_OUT_OF_AMOUNT;
  }

  return has('amount') || has('credit')
    ? undefined
    : 'Choose the column of the amount, or that of the money in';
};

/** Returns the column at which a missing one is chosen: one that is not read yet, or the one that wants another. */
export const placeOfMissing = (roles: Roles): number => {
  const missing = findMissing(roles);
  const place = missing === IN_OR_OUT_OF_AMOUNT ? roles.indexOf('inOrOut') : roles.indexOf(undefined);

  return missing === undefined ? 0 : Math.max(0, place);
};

/** The mapping as it is sent; the roles must be complete. */
export const toMapping = (roles: Roles, dateFormat: DateFormat): BankMapping => {
  const placesOf = (role: BankRole) => roles.flatMap((one, place) => (one === role ? [place] : []));
  const places = ROLE_NAMES.flatMap((role) => {
    const [first, ...others] = placesOf(role);

    return first === undefined ? [] : [[role, others.length > 0 ? [first, ...others] : first]];
  });

  return { ...Object.fromEntries(places), dateFormat } as BankMapping;
};
