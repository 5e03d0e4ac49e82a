import { isBankWord } from '#shared/bank/bank-words.ts';
import {
  BETWEEN_GROUPS,
  findNumbers,
  NOT_INSIDE_WORD,
  readYearAndSerial,
  SERIAL_DIGITS_MIN,
} from '#shared/portal-numbers.ts';
import { normalisePhone } from '#shared/south-africa.ts';
import { searchForm } from '#shared/text/search-form.ts';
import { BETWEEN_COLUMNS } from './reading/bank-file.ts';

interface LineTexts {
  description: string;
  reference: string | null;
}

export interface OwNumberReading {
  owNumber: string;
  /** True if its column ends with it: a bank may have cut off further digits. */
  isAtEnd: boolean;
}

export interface InvoiceReading {
  number: string;
  /** True if the column ends within the six digits that a number has at least. */
  isCut: boolean;
}

export interface References {
  /** The longest reading of each number comes first. */
  owNumbers: OwNumberReading[];
  invoices: InvoiceReading[];
  /** Groups of digits alone. */
  digits: string[];
  /** As they are stored: '+27741234567'. */
  phones: string[];
  /** Words, and up to four of them in a row, in lower case. */
  words: string[];
  /** Those of them that are written in another way when names are compared, in that form. */
  names: string[];
  /** The words in a row in that form, each between spaces. */
  text: string;
  payer: string | null;
  /** True if the line has more numbers than are looked up, which may name somebody else. */
  hasMoreNumbers: boolean;
}

/** Texts are longer only in a file that is no bank's. */
const FIELD_LENGTH_MAX = 500;
const WORDS_IN_A_ROW = 4;
const WORDS_MAX = 20;
const WORD_LENGTH_MAX = 100;
const PAYER_LETTERS_MIN = 3;
/** The numbers of a line that are looked up; a bank's own line has fewer. */
const NUMBERS_MAX = 20;

const AFTER = '(?![\\p{L}\\p{N}])';
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';

const DATES = new RegExp(
  [
    `${NOT_INSIDE_WORD}\\d{4}[/.-]\\d{1,2}[/.-]\\d{1,2}${AFTER}`,
    `${NOT_INSIDE_WORD}\\d{1,2}[/.-]\\d{1,2}[/.-](?:\\d{4}|\\d{2})${AFTER}`,
    `${NOT_INSIDE_WORD}\\d{1,2}[ -]?${MONTH}(?:[ -]?(?:\\d{4}|\\d{2}))?${AFTER}`,
    `${NOT_INSIDE_WORD}${MONTH}[ -]?\\d{4}${AFTER}`,
    `${NOT_INSIDE_WORD}\\d{1,2}[:h]\\d{2}(?::\\d{2})?${AFTER}`,
  ].join('|'),
  'giu',
);
const PHONE = new RegExp(
  `${NOT_INSIDE_WORD}(?:\\+27|0027|27|0)${BETWEEN_GROUPS}?[1-9]\\d${BETWEEN_GROUPS}?\\d{3}${BETWEEN_GROUPS}?\\d{4}${AFTER}`,
  'gu',
);
const DIGITS = new RegExp(`${NOT_INSIDE_WORD}\\d{3,20}${AFTER}`, 'gu');
const NUMBERS = new RegExp(`${NOT_INSIDE_WORD}\\d+${AFTER}`, 'gu');
const NO_WORD = /[^\p{L}\p{N}'’&]+/u;
const AROUND_WORD = /^[^\p{L}\p{N}(&]+|[^\p{L}\p{N})&]+$/gu;

/** True if the text of a column of the file ends here. */
const endsColumn = (text: string, end: number): boolean =>
  end === text.length || text.startsWith(BETWEEN_COLUMNS, end);

const readOwNumbers = (text: string): OwNumberReading[] =>
  findNumbers(text, 'OW').flatMap(({ readings }) =>
    readings.map(({ digits, end }) => ({ owNumber: `OW${digits}`, isAtEnd: endsColumn(text, end) })),
  );

const readInvoices = (text: string): InvoiceReading[] =>
  findNumbers(text, 'INV').flatMap(({ readings }) =>
    readings.flatMap(({ digits, end }) => {
      const read = readYearAndSerial(digits);

      return read === undefined
        ? []
        : [
            {
              number: `INV-${read.year}-${read.serial}`,
              isCut:
                endsColumn(text, end) &&
                read.written.startsWith('0') &&
                read.written.length < SERIAL_DIGITS_MIN,
            },
          ];
    }),
  );

/** Puts a space in the place of each number of a kind. */
const withoutNumbers = (text: string, kind: 'OW' | 'INV'): string =>
  findNumbers(text, kind).reduceRight((rest, { start, readings }) => {
    const shortest = readings.at(-1);

    return shortest ? `${rest.slice(0, start)} ${rest.slice(shortest.end)}` : rest;
  }, text);

/** The description without dates and numbers; null if only the bank's own words are left. */
const readPayer = (description: string): string | null => {
  const rest = withoutNumbers(withoutNumbers(description, 'OW'), 'INV')
    .replace(DATES, ' ')
    .replace(NUMBERS, ' ');
  const words = rest.split(NO_WORD).filter((word) => word !== '');
  const letters = words.filter((word) => !isBankWord(word)).join('');

  return letters.length < PAYER_LETTERS_MIN ? null : words.join(' ').toUpperCase();
};

/**
 * Returns words, and up to four of them in a row, that may be a name. Numbers are no part of a name, but one alone may be
 * a username or the reference of a client.
 */
const joinInRow = (words: readonly string[]): string[] => {
  const isNaming = words.map((word) => !isBankWord(word) && /\p{L}.|.\p{L}/u.test(word));
  const isNumber = words.map((word) => /\d{3}/.test(word));
  const join = (start: number, count: number): string[] => {
    const end = start + count;
    const isName =
      isNaming.slice(start, end).includes(true) &&
      (count === 1 || !isNumber.slice(start, end).includes(true));
    const name = isName ? words.slice(start, end).join(' ') : '';

    return isName && name.length <= WORD_LENGTH_MAX ? [name] : [];
  };

  return Array.from({ length: WORDS_IN_A_ROW }, (_, more) =>
    words.slice(more).flatMap((_word, start) => join(start, more + 1)),
  ).flat();
};

/** The words as they are written, and the words between all signs: 'naidoo-botha', then 'naidoo' and 'botha'. */
const splitWords = (text: string): string[][] => {
  const lower = text.toLowerCase();

  return [lower.split(/\s+/).map((word) => word.replace(AROUND_WORD, '')), lower.split(NO_WORD)].map(
    (words) => words.filter((word) => word !== ''),
  );
};

/** What is in the form already in which names are compared, as most words of a bank are. */
const IS_FORM = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

/** A name in the form in which it is compared, and as it was if the bank printed a blank for its apostrophe: 'o connor'. */
const toNames = (words: string): string[] => {
  const form = IS_FORM.test(words) ? words : searchForm(words);

  return [form, form.replace(/(?<=^| )(\p{L}) (?=\p{L}{2})/gu, '$1')];
};

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

const takeShortest = (names: readonly string[]): string[] =>
  unique(names)
    .toSorted((one, other) => one.split(' ').length - other.split(' ').length)
    .slice(0, WORDS_MAX);

type Numbers = Pick<References, 'owNumbers' | 'invoices' | 'phones' | 'digits'>;

/** Takes as many numbers as are looked up, those first that name a client by themselves. */
const takeNumbers = ({
  owNumbers,
  invoices,
  phones,
  digits,
}: Numbers): Numbers & Pick<References, 'hasMoreNumbers'> => {
  let left = NUMBERS_MAX;
  const take = <Value>(values: readonly Value[]): Value[] => {
    const taken = values.slice(0, left);
    left -= taken.length;

    return taken;
  };

  return {
    owNumbers: take(owNumbers),
    invoices: take(invoices),
    phones: take(phones),
    digits: take(digits),
    hasMoreNumbers: owNumbers.length + invoices.length + phones.length + digits.length > NUMBERS_MAX,
  };
};

/** Reads what may name the client of a line: numbers, words and who paid (D63). */
export const readReferences = ({ description, reference }: LineTexts): References => {
  const fields = [reference ?? '', description].map((field) => field.trim().slice(0, FIELD_LENGTH_MAX));
  const undated = fields.map((field) => field.replace(DATES, ' '));
  const split = fields.flatMap(splitWords).filter((row) => row.length > 0);
  const rows = [...new Map(split.map((row) => [row.join(' '), row])).values()];
  const words = rows.flatMap(joinInRow);
  const written = new Set(['', ...words]);

  const numbers = {
    owNumbers: fields.flatMap(readOwNumbers),
    invoices: fields.flatMap(readInvoices),
    phones: unique(fields.flatMap((field) => field.match(PHONE) ?? []).map(normalisePhone)),
    digits: unique(undated.flatMap((field) => field.match(DIGITS) ?? [])),
  };

  return {
    ...takeNumbers(numbers),
    words: takeShortest(words),
    names: takeShortest(words.flatMap(toNames).filter((name) => !written.has(name))),
    text: unique(rows.flatMap((row) => toNames(row.join(' '))))
      .map((name) => ` ${name} `)
      .join('|'),
    payer: readPayer(fields[1] ?? ''),
  };
};
