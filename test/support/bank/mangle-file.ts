import Papa from 'papaparse';

/** What happens to a bank's file on its way: programs that save it again, cuts, and changed bytes. */

const SEPARATORS = [',', ';', '\t', '|'];

const parse = (text: string): { separator: string; rows: string[][] } => {
  const [best = { separator: ',', cells: 0 }] = SEPARATORS.map((separator) => ({
    separator,
    cells: text.split(separator).length,
  })).toSorted((one, other) => other.cells - one.cells);

  return { separator: best.separator, rows: Papa.parse<string[]>(text, { delimiter: best.separator }).data };
};

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NUMBER = /^([-+]?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/;
const YEAR_FIRST = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})( .*)?$/;
const YEAR_LAST = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/;
const NAMED = /^(\d{1,2})[ -]?([a-z]{3})[a-z]*[ -]?(\d{4})?$/i;

/** The digits of a number that Excel shows in a cell; more become a power of ten. */
const DIGITS_MAX = 11;

interface Locale {
  separator: string;
  decimal: string;
  /** Writes a day that Excel has understood. */
  day: (year: string, month: string, day: string) => string;
  /** True if Excel reads '05/11/2026' with the month first, and leaves '13/11/2026' as it is. */
  readsMonthFirst: boolean;
}

export const EXCEL_ZA: Locale = {
  separator: ';',
  decimal: ',',
  day: (year, month, day) => `${year}/${month.padStart(2, '0')}/${day.padStart(2, '0')}`,
  readsMonthFirst: false,
};

export const EXCEL_US: Locale = {
  separator: ',',
  decimal: '.',
  day: (year, month, day) => `${Number(month)}/${Number(day)}/${year}`,
  readsMonthFirst: true,
};

export const EXCEL_GB: Locale = {
  separator: ',',
  decimal: '.',
  day: (year, month, day) => `${day.padStart(2, '0')}/${month.padStart(2, '0')}/${year}`,
  readsMonthFirst: false,
};

const saveNumber = (sign: string, whole: string, fraction: string, { decimal }: Locale): string => {
  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '');
  if (digits.length > DIGITS_MAX) {
    return Number(digits)
      .toExponential(5)
      .replace(/\.?0*e\+/, 'E+')
      .replace('.', decimal);
  }
  const kept = fraction.replace(/0+$/, '');

  return `${sign === '-' ? '-' : ''}${digits}${kept === '' ? '' : `${decimal}${kept}`}`;
};

const saveCell = (cell: string, locale: Locale): string => {
  const text = cell.trim();
  const [, sign = '', whole, fraction = ''] = NUMBER.exec(text) ?? [];
  if (whole !== undefined) {
    return saveNumber(sign, whole, fraction, locale);
  }
  const [, year, month = '', day = '', time = ''] = YEAR_FIRST.exec(text) ?? [];
  if (year !== undefined) {
    return `${locale.day(year, month, day)}${time}`;
  }
  const [, first, second = '', lastYear = ''] = YEAR_LAST.exec(text) ?? [];
  if (first !== undefined) {
    const isRead = !locale.readsMonthFirst || Number(first) < 13;
    const [readMonth, readDay] = locale.readsMonthFirst ? [first, second] : [second, first];

    return isRead ? locale.day(lastYear, readMonth, readDay) : text;
  }
  const [, number, name = '', namedYear = ''] = NAMED.exec(text) ?? [];
  if (number !== undefined && MONTHS.includes(name.toLowerCase())) {
    return `${Number(number)}-${name.slice(0, 1).toUpperCase()}${name.slice(1).toLowerCase()}${namedYear && `-${namedYear.slice(2)}`}`;
  }

  return cell;
};

/** Saves a text again as an Excel of this place does: each cell in its own form, each row as wide as the widest. */
export const saveInExcel = (text: string, locale: Locale): string => {
  const { rows } = parse(text);
  const width = Math.max(...rows.map(({ length }) => length));
  const saved = rows.map((row) =>
    Array.from({ length: width }, (_, place) => saveCell(row[place] ?? '', locale)),
  );

  return Papa.unparse(saved, { delimiter: locale.separator, newline: '\r\n' });
};

export const toUtf16 = (text: string): Uint8Array => Buffer.from(`\uFEFF${text}`, 'utf16le');

/** The files have no other letters outside of Latin-1 than this dash. */
export const toWindows1252 = (text: string): Uint8Array =>
  Buffer.from(text.replaceAll('\u2013', '\u0096').replace('\uFEFF', ''), 'latin1');

const FIGURE = /(?<![\d.,/-])\d[\d ,\u00A0]*[.,]\d{1,2}(?![\d/.])/g;

/** Returns a text for each digit of its figures, with that digit changed. */
export const changeEachFigure = (text: string): string[] =>
  [...text.matchAll(FIGURE)].flatMap(({ 0: figure, index }) =>
    [...figure].flatMap((digit, place) =>
      /\d/.test(digit)
        ? [`${text.slice(0, index + place)}${(Number(digit) + 1) % 10}${text.slice(index + place + 1)}`]
        : [],
    ),
  );

/** Returns a text with two words of its header in each other's place; undefined if it has not both. */
export const swapWords = (text: string, one: RegExp, other: RegExp): string | undefined => {
  const lines = text.split('\n');
  const place = lines.findIndex((line) => one.test(line) && other.test(line));
  const [wordOne] = one.exec(lines[place] ?? '') ?? [];
  const [wordOther] = other.exec(lines[place] ?? '') ?? [];
  if (wordOne === undefined || wordOther === undefined) {
    return undefined;
  }
  const swapped = (lines[place] ?? '')
    .replace(wordOne, '\u0001')
    .replace(wordOther, wordOne)
    .replace('\u0001', wordOther);

  return lines.with(place, swapped).join('\n');
};
