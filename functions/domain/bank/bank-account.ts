import type { CsvRow } from '#functions/documents/read-csv.ts';
import { isSameAccount } from '#shared/bank-accounts.ts';
import type { FoundAccount } from './bank-file.ts';

/** Shorter numbers are branches and codes, longer ones the bank's own ids. */
const DIGITS_MIN = 7;
const DIGITS_MAX = 16;

const ACCOUNT = '(?:a/c|acc(?:oun)?t?|rek(?:ening)?)';
const NUMBER_WORD = '(?:number|nommer|num|nr|no|id)?';
/** A label with the number behind it: 'Account Number : 62 000 000 101', or a name between: 'Account Name:T Sample 620…'. */
const LABEL = new RegExp(
  String.raw`(?<![a-z])${ACCOUNT}[\s.-]*${NUMBER_WORD}[\s.:#='"[(-]*(?<number>[\d*xX•].*)?$`,
  'i',
);
const NAMED_LABEL = new RegExp(
  String.raw`(?<![a-z])${ACCOUNT}\s*(?:name|naam|details|holder)\s*:.*[^\d\s-][\s-]*(?<number>\d[\d -]*)$`,
  'i',
);
/** The header of a column that names the account of each row. */
const COLUMN = new RegExp(String.raw`^(?:own |my )?${ACCOUNT}[\s.-]*${NUMBER_WORD}\.?$`, 'i');
/** FNB's statements number their records, and the second record is the account. */
const ACCOUNT_RECORD = '2';

/** Groups of digits that are divided by single blanks or hyphens, and are no day and no part of an amount. */
const NUMBERS = /(?<![\d.,/])(?!\d{4}-\d\d-\d\d(?!\d)|\d\d-\d\d-\d{4}(?!\d))\d+(?:[ -]\d+)*(?!\d|[.,/]\d)/g;
/** 'xxxxxx1234' or '**1234': only its end can be seen. */
const MASKED = /[*xX•]{2,}[ -]?(\d{3,})/;

/** Returns the digits of each run of groups in a text: '62 000 000 101' is one number, and may be several. */
const numbersIn = (text: string): string[] =>
  [...text.matchAll(NUMBERS)].flatMap(([found]) => {
    const groups = found.split(/[ -]/);

    return groups.flatMap((_, start) =>
      groups.slice(start).map((__, length) => groups.slice(start, start + length + 1).join('')),
    );
  });

const isOfLength = (digits: string): boolean => digits.length >= DIGITS_MIN && digits.length <= DIGITS_MAX;

/** Returns the whole number of a text if it is of an account's length. */
const numberOf = (text: string): string | undefined => {
  const [found = ''] = text.replaceAll(/['"]/g, '').match(NUMBERS) ?? [];
  const digits = found.replaceAll(/\D/g, '');

  return isOfLength(digits) ? digits : undefined;
};

/** Returns the texts that stand behind a label, in its cell or in the next one that is not empty. */
const labelledIn = ({ cells }: CsvRow): string[] =>
  cells.flatMap((cell, index) => {
    const label = LABEL.exec(cell) ?? NAMED_LABEL.exec(cell);
    if (label === null && !(index === 0 && cell === ACCOUNT_RECORD)) {
      return [];
    }
    const next = cells.slice(index + 1).find((one) => one !== '');

    return label?.groups?.number ?? next ?? [];
  });

/** Returns the one own account among some, or undefined if there is none, or more than one. */
const onlyOf = (own: readonly string[]): string | undefined => {
  const [first, ...others] = new Set(own);

  return others.length === 0 ? first : undefined;
};

interface Table {
  rows: readonly CsvRow[];
  header: CsvRow | undefined;
  /** True for a row of the table that moves money. */
  isMoney: (row: CsvRow) => boolean;
  /** The column of the account, if the layout has one. */
  column: number | undefined;
}

/** Returns the numbers of each column that says one in every row of money, and whether its header says that it is an account. */
const readColumns = ({
  rows,
  header,
  isMoney,
  column,
}: Table): { numbers: string[]; isLabelled: boolean }[] => {
  const money = rows.filter(isMoney);

  return (money[0]?.cells ?? []).flatMap((_, place) => {
    const numbers = money.map(({ cells }) => {
      const cell = (cells[place] ?? '').replaceAll("'", '');

      return /^\d[\d -]*$/.test(cell) ? cell.replaceAll(/\D/g, '') : '';
    });
    const isLabelled = place === column || COLUMN.test(header?.cells[place] ?? '');

    return numbers.every(isOfLength) ? [{ numbers: [...new Set(numbers)], isLabelled }] : [];
  });
};

/**
 * Finds the account of which a file is (D63): a number of an own account wherever it stands above the rows or in a whole
 * column, else another account whose number has a label. Returns 'several' if the table is about more than one.
 */
export const findAccount = (table: Table, own: readonly string[]): FoundAccount | 'several' => {
  const { rows, isMoney } = table;
  const first = rows.findIndex(isMoney);
  const head = rows.slice(0, first);
  const behind = rows.slice(first).filter((row) => !isMoney(row));
  const columns = readColumns(table);

  const ownIn = (numbers: readonly string[]) =>
    own.filter((account) => numbers.some((number) => isSameAccount(number, account)));
  const ownEnding = (text: string) => {
    const [, end] = MASKED.exec(text) ?? [];

    return end === undefined ? [] : own.filter((account) => account.endsWith(end));
  };
  const labelled = head.flatMap(labelledIn);
  const labelledNumbers = [
    ...labelled.flatMap((text) => numberOf(text) ?? []),
    ...columns.flatMap(({ numbers, isLabelled }) => (isLabelled ? numbers : [])),
  ];

  const number =
    onlyOf(labelled.flatMap((text) => ownIn(numbersIn(text)))) ??
    onlyOf(columns.flatMap(({ numbers }) => (numbers.length === 1 ? ownIn(numbers) : []))) ??
    onlyOf(head.flatMap(({ cells }) => cells.flatMap((cell) => ownIn(numbersIn(cell))))) ??
    onlyOf(labelled.flatMap(ownEnding));
  const other = labelledNumbers.find((digits) => number === undefined || !isSameAccount(digits, number));
  const isDivided =
    columns.some(({ numbers, isLabelled }) => isLabelled && numbers.length > 1) ||
    behind
      .flatMap(labelledIn)
      .flatMap((text) => numberOf(text) ?? [])
      .some((digits) => !isSameAccount(digits, number ?? other ?? digits));
  if (isDivided) {
    return 'several';
  }
  if (number !== undefined) {
    return { kind: 'own', number };
  }

  return other === undefined ? { kind: 'none' } : { kind: 'other', number: other };
};

/** Says whose the number is that a file itself labels as its account, such as the ACCTID of OFX. */
export const nameAccount = (text: string, own: readonly string[]): FoundAccount => {
  const [, end] = MASKED.exec(text) ?? [];
  const number =
    onlyOf(own.filter((account) => numbersIn(text).some((one) => isSameAccount(one, account)))) ??
    onlyOf(end === undefined ? [] : own.filter((account) => account.endsWith(end)));
  if (number !== undefined) {
    return { kind: 'own', number };
  }
  const other = numberOf(text);

  return other === undefined ? { kind: 'none' } : { kind: 'other', number: other };
};
