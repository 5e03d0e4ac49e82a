import type { BankMapping } from '#shared/contract/bank.ts';
import { isCalendarDay } from '#shared/dates.ts';
import { AMOUNT_MAX, centsFromAmount, parseAmount } from '#shared/money.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const FORMS = {
  yearFirst: /^(?<y>\d{4})[/.-](?<m>\d{1,2})[/.-](?<d>\d{1,2})$/,
  compact: /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/,
  dayFirst: /^(?<d>\d{1,2})[/.-](?<m>\d{1,2})[/.-](?<y>\d{4}|\d{2})$/,
  monthFirst: /^(?<m>\d{1,2})[/.-](?<d>\d{1,2})[/.-](?<y>\d{4}|\d{2})$/,
  named: /^(?<d>\d{1,2})[ /-]?(?<m>[a-z]{3,9})[ /-]?(?<y>\d{4}|\d{2})?$/i,
};

export type DateForm = keyof typeof FORMS;

export const FORM_OF: Record<BankMapping['dateFormat'], DateForm> = {
  'YYYY/MM/DD': 'yearFirst',
  'YYYY-MM-DD': 'yearFirst',
  'DD/MM/YYYY': 'dayFirst',
  'MM/DD/YYYY': 'monthFirst',
  YYYYMMDD: 'compact',
  'DD MMM YYYY': 'named',
  DDMMMYYYY: 'named',
};

export interface DateReading {
  forms: readonly DateForm[];
  today: string;
  /** The day of the file to which a day without a year is near. */
  near: string;
}

const toDay = (year: number, month: number, day: number): string | undefined =>
  isCalendarDay(year, month, day)
    ? `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    : undefined;

/** Returns the day that is nearest to `near` and not after today. */
const addYear = (month: number, day: number, { near, today }: DateReading): string | undefined => {
  const distance = (date: string) => Math.abs(Date.parse(date) - Date.parse(near));
  const nearYear = Number(near.slice(0, 4));

  return [1, 0, -1, -2, -3, -4]
    .flatMap((years) => toDay(nearYear + years, month, day) ?? [])
    .filter((date) => date <= today)
    .toSorted((a, b) => distance(a) - distance(b))[0];
};

/** Returns a day such as '2026-11-27'; a time behind it is left out. */
export const readDay = (text: string, reading: DateReading): string | undefined => {
  const written = text.replaceAll("'", '').replace(/[ T]\d{1,2}:\d{2}.*$/, '');
  for (const form of reading.forms) {
    const { y, m, d } = FORMS[form].exec(written)?.groups ?? {};
    const month = MONTHS.indexOf(m?.slice(0, 3).toLowerCase() ?? '') + 1 || Number(m);
    if (d === undefined || Number.isNaN(month)) {
      continue;
    }
    const day =
      y === undefined
        ? addYear(month, Number(d), reading)
        : toDay(y.length === 2 ? 2000 + Number(y) : Number(y), month, Number(d));
    if (day !== undefined) {
      return day;
    }
  }

  return undefined;
};

const AMOUNT = /^(\(?)([-+−]?)(?:(?:R|ZAR)([-+−]?))?([\d.,]*\d)(-|\+|Cr|Dr)?\)?$/i;
const WHOLE_THOUSANDS = /^\d{1,3}(?:,\d{3})+$/;

/** Returns the cents of an amount such as 'R 1 250,00', '1,250.00Cr', '(50.00)' or '50.00-'. */
export const readCents = (text: string): number | undefined => {
  const [, bracket, first, second = '', digits = '', mark = ''] =
    AMOUNT.exec(text.replaceAll(/[\s']/g, '')) ?? [];
  const size = parseAmount(
    WHOLE_THOUSANDS.test(digits) ? digits.replaceAll(',', '') : digits.replace(/^[.,]/, '0.'),
  );
  if (size === undefined || size > AMOUNT_MAX) {
    return undefined;
  }
  const isBelow = bracket === '(' || /[-−]|dr/i.test(`${first}${second}${mark}`);

  return isBelow && size > 0 ? -centsFromAmount(size) : centsFromAmount(size);
};

/** True if a column marks money in with 'Cr' and leaves money out without a mark. */
export const marksOnlyCredits = (amounts: readonly string[]): boolean =>
  amounts.some((amount) => /cr$/i.test(amount)) && !amounts.some((amount) => /^[(−-]|-$|dr$/i.test(amount));

const ALL_FORMS: readonly DateForm[] = ['yearFirst', 'compact', 'dayFirst', 'named'];
const MONTH_FIRST: readonly DateForm[] = ['yearFirst', 'compact', 'monthFirst', 'named'];

/** Returns how often the days of a list turn from rising to falling or back. */
const countTurns = (days: readonly string[]): number => {
  const steps = days.flatMap((day, index) => {
    const before = days[index - 1];

    return before === undefined || before === day ? [] : [before < day];
  });

  return steps.filter((rises, index) => index > 0 && rises !== steps[index - 1]).length;
};

/** Returns the forms in which a bank's column may be read: a spreadsheet may have put the month first. */
export const chooseForms = (
  dates: readonly string[],
  reading: Omit<DateReading, 'forms'>,
): readonly DateForm[] => {
  const faultsOf = (forms: readonly DateForm[]) => {
    const days = dates.map((date) => readDay(date, { ...reading, forms }));
    const read = days.filter((day) => day !== undefined);

    return (days.length - read.length) * days.length + countTurns(read);
  };

  return faultsOf(MONTH_FIRST) < faultsOf(ALL_FORMS) ? MONTH_FIRST : ALL_FORMS;
};

const hasYear = (text: string): boolean => /\d{4}/.test(text);

/** Returns the newest day that the lines above a table name and that is not after today, or today. */
export const findNearDay = (cells: readonly string[], today: string): string => {
  const days = cells
    .filter(hasYear)
    .flatMap((cell) => readDay(cell, { forms: ALL_FORMS, today, near: today }) ?? [])
    .filter((day) => day <= today);

  return days.toSorted().at(-1) ?? today;
};
