import type { CsvRow } from '#functions/documents/read-csv.ts';
import {
  areShortYearsFirst,
  DAY_ORDERS,
  type DayOrder,
  type DayReading,
  FORM_OF,
  findDayOrder,
  readDay,
  readFullDays,
} from '#shared/bank/bank-cells.ts';
import type { BankMapping } from '#shared/contract/bank/bank-files.ts';
import { nameDay } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { cellsOf, refuseFile } from './read-bank-row.ts';

interface Table {
  above: readonly CsvRow[];
  body: readonly CsvRow[];
  /** The places of the column of the days. */
  dates: readonly number[] | undefined;
}

interface Choice {
  mapping: BankMapping | undefined;
  dayOrder: DayOrder | undefined;
  today: string;
}

const NO_YEAR = /^'?\d{1,2}(?:[/.-]\d{1,2}|[ -]?[a-z]{3,10})'?$/i;

/** Returns the cells of the columns that hold a day in more than half of the rows. */
const cellsOfDayColumns = (body: readonly CsvRow[], today: string): string[] => {
  const width = Math.max(0, ...body.map(({ cells }) => cells.length));

  return Array.from({ length: width }, (_, place) => cellsOf(body, [place])).flatMap((cells) =>
    readFullDays(cells, today).length * 2 > body.length ? cells : [],
  );
};

/** Returns the newest day of a file, to which days without a year are near; today if none has a year. */
const findNear = ({ above, body, dates }: Table, today: string): string => {
  if (!cellsOf(body, dates).some((cell) => NO_YEAR.test(cell))) {
    return today;
  }
  const newestOf = (cells: readonly string[]) => readFullDays(cells, today).toSorted().at(-1);

  return newestOf(above.flatMap(({ cells }) => cells)) ?? newestOf(cellsOfDayColumns(body, today)) ?? today;
};

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** 'the 5th of November' */
const wordDay = (day: string): string => {
  const [number, month] = nameDay(day).split(' ');

  return `the ${number}${ENDINGS[ORDINALS.select(Number(number))] ?? 'th'} of ${month}`;
};

const askOrder = (cell: string, today: string): AppError => {
  const [first, second] = Object.values(DAY_ORDERS).map((forms) =>
    wordDay(readDay(cell, { forms, today, near: today }) ?? today),
  );
  const sentence = `Is ${cell} ${first} or ${second}?`;

  return new AppError('days_unclear', sentence, { fields: { dayOrder: sentence } });
};

const YEAR_FIRST = /^\d{4}[/.-]\d/;
const YEAR_LAST = /^\d{1,2}[/.-]\d{1,2}[/.-]\d/;

/** A spreadsheet writes only those days in its own form that it can read, and may take a day for a month in them. */
const refuseMixed = (cells: readonly string[], today: string) => {
  const find = (begins: RegExp) =>
    cells.find(
      (cell) =>
        begins.test(cell) &&
        Object.values(DAY_ORDERS).some((forms) => readDay(cell, { forms, today, near: today })),
    );
  const [yearFirst, yearLast] = [find(YEAR_FIRST), find(YEAR_LAST)];
  if (yearFirst !== undefined && yearLast !== undefined) {
    throw refuseFile(
      'text',
      `‘${yearFirst}’ and ‘${yearLast}’ are written in two ways, so a spreadsheet may have changed days. Please choose the file as your bank wrote it.`,
    );
  }
};

/** Tells how the days of a table are read (D63). Throws a question if they can be read both ways. */
export const chooseDays = (table: Table, { mapping, dayOrder, today }: Choice): DayReading => {
  const cells = cellsOf(table.body, table.dates);
  const near = findNear(table, today);
  const chosen = mapping && FORM_OF[mapping.dateFormat];
  if (chosen !== undefined && chosen !== 'dayFirst' && chosen !== 'monthFirst') {
    return { forms: [chosen], today, near };
  }
  if (areShortYearsFirst(cells, today)) {
    return { forms: ['shortYearFirst'], today, near };
  }
  refuseMixed(cells, today);
  const found = findDayOrder(cells, today, chosen === 'monthFirst' ? 'months-first' : 'days-first');
  if ('unclear' in found && dayOrder === undefined) {
    throw askOrder(found.unclear, today);
  }
  const order = 'order' in found ? found.order : (dayOrder ?? 'days-first');
  const numeric = order === 'days-first' ? 'dayFirst' : 'monthFirst';

  return { forms: chosen === undefined ? DAY_ORDERS[order] : [numeric], today, near };
};
