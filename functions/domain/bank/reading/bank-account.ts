import type { CsvRow } from '#functions/documents/read-csv.ts';
import { isSameAccount } from '#shared/bank/bank-accounts.ts';
import type { FoundAccount } from './bank-file.ts';
import { looksLikeMoney } from './row-shapes.ts';

/** Shorter numbers are branches and codes, longer ones the bank's own ids. */
const DIGITS_MIN = 7;
const DIGITS_MAX = 16;

const ACCOUNT = '(?:a/c|acc(?:oun)?t?|rek(?:ening)?)';
const NUMBER_WORD = '(?:number|nommer|num|nr|no|id)?';
/** A label with the number behind it: 'Account Number : 62 000 000 101', or a name between: 'Account Name:T Sample 620…'. */
const LABEL = new RegExp(
  String.raw`(?<![a-z])${ACCOUNT}[\s.-]{0,9}${NUMBER_WORD}[\s.:#='"[(-]{0,19}(?<number>[\d*xX•].*)?$`,
  'i',
);
const NAMED_LABEL = new RegExp(
  String.raw`(?<![a-z])${ACCOUNT}\s*(?:name|naam|details|holder)\s*:.*[^\d\s-][\s-]*(?<number>\d[\d -]*)$`,
  'i',
);
/** The header of a column that names the account of each row. */
const COLUMN = new RegExp(String.raw`^(?:own |my )?${ACCOUNT}[\s.-]*${NUMBER_WORD}\.?$`, 'i');
/** The header of a column that names whom a row paid, or who paid. */
const OTHER_SIDE =
  /benef|begunst|counter|contra|payee|payer|recipient|ontvanger|betaler|sender|destination|source|teenparty|^(?:to|from|na|van)\b/i;
/** FNB's statements number their records, and the second record is the account. */
const ACCOUNT_RECORD = '2';

/** Groups of digits that are divided by single blanks or hyphens, and are no day and no part of an amount. */
const NUMBERS = /(?<![\d.,/])(?!\d{4}-\d\d-\d\d(?!\d)|\d\d-\d\d-\d{4}(?!\d))\d+(?:[ -]\d+)*(?!\d|[.,/]\d)/g;
/** 'xxxxxx1234' or '**1234': only its end can be seen. */
const MASKED = /[*xX•]{2,}[ -]?(\d{3,})/;

/** A label and its number are short; in a longer text they are somebody's words. */
const LABEL_LENGTH_MAX = 200;

/** Returns what finds an account in a text: between its digits may be blanks and hyphens, before them zeros. */
const patternOf = (account: string): RegExp => {
  const digits = [...account.replaceAll(/\D/g, '').replace(/^0+/, '')];

  return new RegExp(String.raw`(?<![\d.,/])(?:0+[ -]?)?${digits.join('[ -]?')}(?!\d|[.,/]\d)`);
};

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
    if (cell.length > LABEL_LENGTH_MAX) {
      return [];
    }
    const label = LABEL.exec(cell) ?? NAMED_LABEL.exec(cell);
    if (label === null && !(index === 0 && cell === ACCOUNT_RECORD)) {
      return [];
    }
    const next = cells.slice(index + 1).find((one) => one !== '');

    return label?.groups?.number ?? next ?? [];
  });

const STARTS_WITH_LABEL = new RegExp(`^(?:bank |own |my )?${ACCOUNT}${NUMBER_WORD}(?![a-z])`, 'i');

/** Returns such texts of a row below the first one of money, which begins with its label if it is no text of a client. */
const labelledBelow = (row: CsvRow): string[] => {
  const [first = ''] = row.cells;

  return first === ACCOUNT_RECORD || STARTS_WITH_LABEL.test(first) ? labelledIn(row) : [];
};

/** Returns the one own account among some, or undefined if there is none, or more than one. */
const onlyOf = (own: readonly string[]): string | undefined => {
  const [first, ...others] = new Set(own);

  return others.length === 0 ? first : undefined;
};

interface Table {
  rows: readonly CsvRow[];
  header: CsvRow | undefined;
  /** The index of the first row under the header; 0 without one. */
  start: number;
  /** True for a row of the table that moves money. */
  isMoney: (row: CsvRow) => boolean;
  /** The column of the account, if the layout has one. */
  column: number | undefined;
}

interface Column {
  /** The numbers of a column that says one in every row of money; else none. */
  numbers: string[];
  /** Its cells as they are written, each once. */
  texts: string[];
  /** True if its header says that it is an account. */
  isLabelled: boolean;
}

/** Reads each column that may name the file's account. */
const readColumns = ({ rows, header, isMoney, column }: Table): Column[] => {
  const money = rows.filter(isMoney);

  return (money[0]?.cells ?? []).flatMap((_, place) => {
    const head = header?.cells[place] ?? '';
    if (place !== column && OTHER_SIDE.test(head)) {
      return [];
    }
    const texts = [...new Set(money.map(({ cells }) => (cells[place] ?? '').replaceAll("'", '')))];
    const digits = texts.map((text) => (/^\d[\d -]*$/.test(text) ? text.replaceAll(/\D/g, '') : ''));
    const numbers = digits.every(isOfLength) ? [...new Set(digits)] : [];

    return [{ numbers, texts, isLabelled: place === column || COLUMN.test(head) }];
  });
};

/**
 * Finds the account of which a file is (D63): a number of an own account wherever it stands above the rows or in a whole
 * column, else another account whose number has a label. Returns 'several' if the table is about more than one.
 */
export const findAccount = (table: Table, own: readonly string[]): FoundAccount | 'several' => {
  const { rows, start, isMoney } = table;
  const first = rows.findIndex(isMoney);
  // A row of the table that is pending or a note has a client's text.
  const head = rows
    .slice(0, first)
    .filter((row, index) => index < start || start === 0 || !looksLikeMoney(row));
  const behind = rows.slice(first).filter((row) => !isMoney(row));
  const foot = rows.slice(rows.findLastIndex(isMoney) + 1);
  const columns = readColumns(table);

  const patterns = own.map((account) => ({ account, pattern: patternOf(account) }));
  const ownIn = (text: string) =>
    patterns.flatMap(({ account, pattern }) => (pattern.test(text) ? [account] : []));
  const ownEnding = (text: string) => {
    const [, end] = MASKED.exec(text) ?? [];

    return end === undefined ? [] : own.filter((account) => account.endsWith(end));
  };
  const labelled = [...head.flatMap(labelledIn), ...foot.flatMap(labelledBelow)];
  const labelledNumbers = [
    ...labelled.flatMap((text) => numberOf(text) ?? []),
    ...columns.flatMap(({ numbers, isLabelled }) => (isLabelled ? numbers : [])),
  ];

  const number =
    onlyOf(labelled.flatMap(ownIn)) ??
    onlyOf(columns.flatMap(({ numbers }) => (numbers.length === 1 ? numbers.flatMap(ownIn) : []))) ??
    onlyOf(head.flatMap(({ cells }) => cells.flatMap(ownIn))) ??
    onlyOf(labelled.flatMap(ownEnding)) ??
    onlyOf(
      columns.flatMap(({ texts: [text = '', ...others], isLabelled }) =>
        isLabelled && others.length === 0 ? ownEnding(text) : [],
      ),
    );
  const other = labelledNumbers.find((digits) => number === undefined || !isSameAccount(digits, number));
  const isDivided =
    columns.some(({ numbers, isLabelled }) => isLabelled && numbers.length > 1) ||
    behind
      .flatMap(labelledBelow)
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
    onlyOf(own.filter((account) => patternOf(account).test(text))) ??
    onlyOf(end === undefined ? [] : own.filter((account) => account.endsWith(end)));
  if (number !== undefined) {
    return { kind: 'own', number };
  }
  const other = numberOf(text);

  return other === undefined ? { kind: 'none' } : { kind: 'other', number: other };
};
