import type { BankRole } from '#shared/bank/bank-columns.ts';

/** The places of columns, from 0. */
export type Columns = Partial<Record<BankRole, readonly number[] | undefined>>;

export interface BareLayout {
  bank: string;
  /** What the first cells of a row of money are. */
  cells: readonly RegExp[];
  columns: Columns;
  /** What the first cell of every row of money is. */
  record?: RegExp;
  /** Words that this bank writes above its rows; without them each row must have exactly `cells`. */
  above?: RegExp;
  /** Words of a row that only this bank writes, where other banks have rows of the same shape. */
  own?: RegExp;
}

const FIGURE_OR_NONE = /^(?:[-+]?[R\d][\d ,.]*)?$/;
const NEDBANK_ABOVE = /^(?:statement (?:enquiry|number)|account (?:number|description)) :/i;
const BROUGHT_FORWARD = /^(?:brought|carried) forward$|^provisional statement$/i;

/** The banks that write no header. */
export const BARE: readonly BareLayout[] = [
  {
    bank: 'Standard Bank',
    cells: [/^HIST$/, /^\d{8}$|^\d{4}\/\d\d\/\d\d$/],
    columns: { date: [1], amount: [3], description: [4], reference: [5] },
    record: /^HIST$/,
  },
  {
    bank: 'Nedbank',
    cells: [
      /^\d{1,2}[ -]?[A-Za-z]{3}[ -]?(?:\d{4}|\d{2})$|^\d{4}\/\d\d\/\d\d$/,
      /\S/,
      FIGURE_OR_NONE,
      FIGURE_OR_NONE,
    ],
    columns: { date: [0], description: [1], amount: [2], balance: [3] },
    above: NEDBANK_ABOVE,
  },
  {
    bank: 'Nedbank',
    cells: [/^\d{1,2}[A-Z][a-z]{2}\d{4}$/, /[A-Za-z]/, FIGURE_OR_NONE, FIGURE_OR_NONE],
    columns: { date: [0], description: [1], amount: [2], balance: [3] },
  },
  {
    bank: 'Nedbank',
    cells: [
      /^\d{1,6}$/,
      /^\d{1,2}\/\d{1,2}\/\d{4}$|^\d{4}\/\d\d\/\d\d$/,
      /\S/,
      FIGURE_OR_NONE,
      FIGURE_OR_NONE,
    ],
    columns: { date: [1], description: [2], amount: [3], balance: [4] },
    above: NEDBANK_ABOVE,
  },
  {
    bank: 'Nedbank',
    cells: [/^\d{1,6}$/, /^\d{1,2}\/\d{1,2}\/\d{4}$/, /[A-Za-z]/, FIGURE_OR_NONE, FIGURE_OR_NONE],
    columns: { date: [1], description: [2], amount: [3], balance: [4] },
    own: BROUGHT_FORWARD,
  },
];
