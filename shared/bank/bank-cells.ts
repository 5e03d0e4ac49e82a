import { isCalendarDay, isStorableDay } from '../calendar.ts';
import { BANK_DATE_FORMATS } from '../contract/bank/bank-limits.ts';
import { dayAfter } from '../dates.ts';
import { AMOUNT_MAX, centsFromAmount, parseAmount } from '../money.ts';

/** The cells of a bank's file: days and amounts, in every spelling that the portal reads (D63). */

/** The English and the Afrikaans names of each month; three letters of a name are enough. */
const MONTH_NAMES: readonly (readonly string[])[] = [
  ['january', 'januarie'],
  ['february', 'februarie'],
  ['march', 'maart', 'mrt'],
  ['april'],
  ['may', 'mei'],
  ['june', 'junie'],
  ['july', 'julie'],
  ['august', 'augustus'],
  ['september'],
  ['october', 'oktober'],
  ['november'],
  ['december', 'desember'],
];

const YEAR = String.raw`(?<y>\d{4}|\d{2})`;
const NAME = String.raw`(?<name>[a-z]{3,10})\.?`;

const FORMS = {
  yearFirst: [/^(?<y>\d{4})[/.-](?<m>\d{1,2})[/.-](?<d>\d{1,2})$/],
  shortYearFirst: [/^(?<y>\d{2})[/.-](?<m>\d{1,2})[/.-](?<d>\d{1,2})$/],
  compact: [/^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/],
  dayFirst: [new RegExp(String.raw`^(?<d>\d{1,2})[/.-](?<m>\d{1,2})[/.-]${YEAR}$`)],
  monthFirst: [new RegExp(String.raw`^(?<m>\d{1,2})[/.-](?<d>\d{1,2})[/.-]${YEAR}$`)],
  dayAndMonth: [/^(?<d>\d{1,2})[/.-](?<m>\d{1,2})$/],
  named: [
    new RegExp(String.raw`^(?<d>\d{1,2})[ /-]?${NAME}[ /-]?${YEAR}?$`, 'i'),
    new RegExp(String.raw`^${NAME}[ /-]?(?<d>\d{1,2})(?:, ?|[ /-])(?<y>\d{4})$`, 'i'),
  ],
} as const satisfies Record<string, readonly RegExp[]>;

export type DayForm = keyof typeof FORMS;
export type DateFormat = (typeof BANK_DATE_FORMATS)[number];

/** How a column is read if an administrator says in which way it writes a day. */
export const FORM_OF: Record<DateFormat, DayForm> = {
  'YYYY/MM/DD': 'yearFirst',
  'YYYY-MM-DD': 'yearFirst',
  'DD/MM/YYYY': 'dayFirst',
  'MM/DD/YYYY': 'monthFirst',
  'DD/MM': 'dayAndMonth',
  YYYYMMDD: 'compact',
  'DD MMM YYYY': 'named',
  DDMMMYYYY: 'named',
};

export interface DayReading {
  forms: readonly DayForm[];
  today: string;
  /** The day of the file to which a day without a year is near. */
  near: string;
}

const toDay = (year: number, month: number, day: number): string | undefined => {
  const text = [String(year).padStart(4, '0'), month, day]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

  return isCalendarDay(year, month, day) && isStorableDay(text) ? text : undefined;
};

/** Returns the day that is nearest to `near` and not after today. */
const addYear = (month: number, day: number, { near, today }: DayReading): string | undefined => {
  const distance = (date: string) => Math.abs(Date.parse(date) - Date.parse(near));
  const nearYear = Number(near.slice(0, 4));

  return [1, 0, -1, -2, -3, -4]
    .flatMap((years) => toDay(nearYear + years, month, day) ?? [])
    .filter((date) => date <= today)
    .toSorted((a, b) => distance(a) - distance(b))[0];
};

const monthOf = (name: string): number =>
  MONTH_NAMES.findIndex((names) => names.some((each) => each.startsWith(name.toLowerCase()))) + 1;

const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,? (?=\d)/i;

/** A cell without quotes, without the name of the day before it, and without the time behind its day. */
const dayTextOf = (cell: string): string =>
  cell
    .replaceAll("'", '')
    .trim()
    .replace(WEEKDAY, '')
    .replace(/[ T]\d{1,2}:\d{2}.*$/, '');

/** Returns a day such as '2026-11-27'; a time behind it is left out. */
export const readDay = (cell: string, reading: DayReading): string | undefined => {
  const written = dayTextOf(cell);
  for (const form of reading.forms) {
    for (const pattern of FORMS[form]) {
      const { y, m, d, name } = pattern.exec(written)?.groups ?? {};
      if (d === undefined) {
        continue;
      }
      const month = name === undefined ? Number(m) : monthOf(name);
      const day =
        y === undefined
          ? addYear(month, Number(d), reading)
          : toDay(y.length === 2 ? 2000 + Number(y) : Number(y), month, Number(d));
      if (day !== undefined) {
        return day;
      }
    }
  }

  return undefined;
};

/** Returns the day of a cell in the way that an administrator chose. */
export const readDayAs = (cell: string, format: DateFormat, today: string): string | undefined =>
  readDay(cell, { forms: [FORM_OF[format]], today, near: today });

/** Returns the format that reads the most days of a column; days come before months, as South Africa writes them. */
export const guessDateFormat = (cells: readonly string[], today: string): DateFormat => {
  const count = (format: DateFormat) =>
    cells.filter((cell) => readDayAs(cell, format, today) !== undefined).length;
  const counted = BANK_DATE_FORMATS.map((format) => ({ format, count: count(format) }));
  const most = Math.max(...counted.map((each) => each.count));

  return counted.find((each) => each.count === most)?.format ?? BANK_DATE_FORMATS[0];
};

const DAYS_FIRST: readonly DayForm[] = ['yearFirst', 'compact', 'dayFirst', 'dayAndMonth', 'named'];
const MONTHS_FIRST: readonly DayForm[] = ['yearFirst', 'compact', 'monthFirst', 'dayAndMonth', 'named'];
export const DAY_ORDERS = { 'days-first': DAYS_FIRST, 'months-first': MONTHS_FIRST } as const;
export type DayOrder = keyof typeof DAY_ORDERS;

/** A day of digits that has the month and the day in front. */
const BOTH_WAYS = /^(?<one>\d{1,2})[/.-](?<two>\d{1,2})[/.-](?:\d{4}|\d{2})$/;

/** True if the day or the month of a cell has one digit. */
const lacksZero = (cell: string): boolean => {
  const { one = '', two = '' } = BOTH_WAYS.exec(dayTextOf(cell))?.groups ?? {};

  return one.length === 1 || two.length === 1;
};

const FORMS_OF_ORDER = { 'days-first': 'dayFirst', 'months-first': 'monthFirst' } as const;
const OTHER_ORDER = { 'days-first': 'months-first', 'months-first': 'days-first' } as const;

/**
 * Tells whether days come before months in a column. They come as the preferred order has them unless a day can only be
 * read the other way. Returns a cell to ask about if each day can be read both ways, and either that order would lead
 * into the future, or zeros are missing, so that a spreadsheet may have turned days and months (D63).
 */
export const findDayOrder = (
  cells: readonly string[],
  today: string,
  preferred: DayOrder = 'days-first',
): { order: DayOrder } | { unclear: string } => {
  const other = OTHER_ORDER[preferred];
  const read = (cell: string, order: DayOrder) =>
    readDay(cell, { forms: [FORMS_OF_ORDER[order]], today, near: today });
  const days = cells
    .filter((cell) => BOTH_WAYS.test(dayTextOf(cell)))
    .map((cell) => ({ cell, one: read(cell, preferred), two: read(cell, other) }));
  if (days.some(({ one, two }) => one !== undefined && two === undefined)) {
    return { order: preferred };
  }
  if (days.some(({ one, two }) => one === undefined && two !== undefined)) {
    return { order: other };
  }
  const tomorrow = dayAfter(new Date(today), 1);
  const turned = days.filter(({ one, two }) => one !== two);
  const isUnclear = turned.some(
    ({ cell, one = '' }) => one > tomorrow || (preferred === 'days-first' && lacksZero(cell)),
  );
  const [example] = turned;

  return isUnclear && example ? { unclear: example.cell } : { order: preferred };
};

/** A bank's file has no older days. */
const YEARS_MAX = 5;

/** True if '26/11/17' can only be the 17th of November 2026: read with the day in front, a day is none or very old. */
export const areShortYearsFirst = (cells: readonly string[], today: string): boolean => {
  const read = (form: DayForm) => cells.map((cell) => readDay(cell, { forms: [form], today, near: today }));
  const oldest = `${Number(today.slice(0, 4)) - YEARS_MAX}${today.slice(4)}`;
  const isRecent = (day: string | undefined) =>
    day !== undefined && day > oldest && day <= dayAfter(new Date(today), 1);

  return (
    cells.length > 0 &&
    read('shortYearFirst').every(isRecent) &&
    !read('dayFirst').every(isRecent) &&
    !read('monthFirst').every(isRecent)
  );
};

/** Returns the days that cells name with a year of four digits and that are not after today. */
export const readFullDays = (cells: readonly string[], today: string): string[] =>
  cells
    .filter((cell) => /\d{4}/.test(cell))
    .flatMap((cell) => readDay(cell, { forms: DAYS_FIRST, today, near: today }) ?? [])
    .filter((day) => day <= today);

const AMOUNT = /^(\(?)([-+−]?)(?:(?:R|ZAR)([-+−]?))?([\d.,]*\d)(-|\+|Cr|Dr|Kt|Dt)?\)?$/i;
const WHOLE_THOUSANDS = /^\d{1,3}(?:,\d{3})+$/;

/** Returns the cents of an amount such as 'R 1 250,00', '1,250.00Cr', '50.00Dt', '(50.00)' or '50.00-'. */
export const readCents = (text: string): number | undefined => {
  const [, bracket, first, second = '', digits = '', mark = ''] =
    AMOUNT.exec(text.replaceAll(/[\s']/g, '')) ?? [];
  const size = parseAmount(
    WHOLE_THOUSANDS.test(digits) ? digits.replaceAll(',', '') : digits.replace(/^[.,]/, '0.'),
  );
  if (size === undefined || size > AMOUNT_MAX) {
    return undefined;
  }
  const isBelow = bracket === '(' || /[-−]|d[rt]/i.test(`${first}${second}${mark}`);

  return isBelow && size > 0 ? -centsFromAmount(size) : centsFromAmount(size);
};
