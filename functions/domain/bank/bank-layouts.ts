import type { CsvRow } from '#functions/documents/read-csv.ts';
import { wordsOfHead } from '#shared/bank-columns.ts';

type Field =
  | 'date'
  | 'description'
  | 'reference'
  | 'amount'
  | 'credit'
  | 'debit'
  | 'fee'
  | 'balance'
  | 'account';

/** The places of columns, from 0. */
export type Columns = Partial<Record<Field, readonly number[] | undefined>>;

interface HeadedLayout {
  bank: string;
  /** The words of the header above each column; the texts of several columns are joined. */
  words: Partial<Record<Field, string | readonly string[]>>;
  /** True if a header with other words or another order is not this bank's. */
  isWhole?: boolean;
}

const FNB = {
  date: 'date',
  description: 'description',
  reference: 'reference',
  fee: 'service fee',
  balance: 'balance',
};

const HEADED: readonly HeadedLayout[] = [
  { bank: 'FNB', words: { ...FNB, amount: 'amount' } },
  { bank: 'FNB', words: { ...FNB, amount: 'amount', date: 'effective date' } },
  { bank: 'FNB', words: { ...FNB, debit: 'debit', credit: 'credit' } },
  {
    bank: 'FNB',
    words: {
      date: 'date',
      description: ['description1', 'description2', 'description3'],
      amount: 'amount',
      balance: 'balance',
    },
  },
  {
    bank: 'Standard Bank',
    words: {
      date: 'date',
      description: 'description',
      reference: ['customer reference', 'originator reference'],
      amount: 'amount',
      balance: 'balance',
    },
  },
  {
    bank: 'Capitec Business',
    words: {
      account: 'account',
      date: 'date',
      description: 'description',
      reference: 'reference',
      amount: 'amount',
      fee: 'fees',
      balance: 'balance',
    },
  },
  {
    bank: 'Capitec Business',
    words: {
      account: 'account',
      date: 'posting date',
      // The other description can be changed in the bank's app.
      description: 'original description',
      credit: 'money in',
      debit: 'money out',
      fee: 'fee',
      balance: 'balance',
    },
  },
  {
    bank: 'Bank Zero',
    words: {
      date: 'date',
      description: 'description 1',
      reference: 'description 2',
      fee: 'fee',
      amount: 'amount',
      balance: 'balance',
    },
  },
  {
    bank: 'FNB',
    words: { date: 'date', amount: 'amount', balance: 'balance', description: 'description' },
    isWhole: true,
  },
  {
    bank: 'Absa',
    words: { date: 'date', description: 'description', amount: 'amount', balance: 'balance' },
    isWhole: true,
  },
];

interface BareLayout {
  bank: string;
  /** What the first cells of a row of money are. */
  cells: readonly RegExp[];
  columns: Columns;
  /** What the first cell of every row of money is. */
  record?: RegExp;
}

const AMOUNT_OR_NONE = /^(?:[-+]?[R\d][\d ,.]*)?$/;

/** Files without a header. */
const BARE: readonly BareLayout[] = [
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
      AMOUNT_OR_NONE,
      AMOUNT_OR_NONE,
    ],
    columns: { date: [0], description: [1], amount: [2], balance: [3] },
  },
];

/** Where a file's table begins, and what stands in it. */
export interface Layout {
  bank: string;
  columns: Columns;
  header: string;
  /** The index of the first row under the header. */
  start: number;
  record?: RegExp | undefined;
}

/** A bank writes at most some twenty lines above its table. */
const ROWS_SEARCHED = 40;

const wordsOf = ({ cells }: CsvRow): string[] => {
  const words = cells.map(wordsOfHead);

  // Excel fills each row with empty cells up to the widest.
  return words.slice(0, words.findLastIndex((word) => word !== '') + 1);
};

/** Returns the columns of a header, or undefined if a word is missing. */
const placeWords = ({ words: wanted, isWhole }: HeadedLayout, words: string[]): Columns | undefined => {
  const columns = Object.entries(wanted).map(
    ([field, names]) => [field, [names].flat().map((name) => words.indexOf(name))] as const,
  );
  const places = columns.flatMap(([, indexes]) => indexes);

  return places.includes(-1) || (isWhole && words.join() !== Object.values(wanted).join())
    ? undefined
    : Object.fromEntries(columns);
};

const findHeaded = (words: string[]): Omit<Layout, 'start'> | undefined => {
  for (const layout of HEADED) {
    const columns = placeWords(layout, words);
    if (columns !== undefined) {
      return { bank: layout.bank, columns, header: words.join('|') };
    }
  }

  return undefined;
};

/** Returns the layout of a bank that the portal knows, by the words of the header or the shape of the rows. */
export const findLayout = (rows: readonly CsvRow[]): Layout | undefined => {
  const first = rows.slice(0, ROWS_SEARCHED);
  for (const [index, row] of first.entries()) {
    const found = findHeaded(wordsOf(row));
    if (found !== undefined) {
      return { ...found, start: index + 1 };
    }
  }
  for (const { bank, cells: shape, columns, record } of BARE) {
    const start = first.findIndex(({ cells }) =>
      shape.every((pattern, index) => pattern.test(cells[index] ?? '')),
    );
    if (start !== -1) {
      return { bank, columns, header: `${bank}, no header`, start: record ? 0 : start, record };
    }
  }

  return undefined;
};

const isName = (cell: string): boolean => /[a-z]{2}/i.test(cell) && !/\d{2}/.test(cell);

/** Returns the header of a file of any bank, and the index of the row below it. */
export const findHeader = (rows: readonly CsvRow[]): { header: string; start: number } => {
  const index = rows.slice(0, ROWS_SEARCHED).findIndex(({ cells }) => {
    const filled = cells.filter((cell) => cell !== '');

    return filled.length > 2 && filled.every(isName);
  });
  const row = rows[index];
  if (row === undefined) {
    const width = Math.max(0, ...rows.slice(0, ROWS_SEARCHED).map(({ cells }) => cells.length));

    return { header: `${width} columns, no header`, start: 0 };
  }

  return { header: wordsOf(row).join('|'), start: index + 1 };
};
