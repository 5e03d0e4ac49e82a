import type { CsvRow } from '#functions/documents/read-csv.ts';
import { type DayReading, readCents, readDay } from '#shared/bank-cells.ts';
import { AppError } from '#shared/errors.ts';
import { BETWEEN_COLUMNS, type FileRow } from './bank-file.ts';
import type { Layout } from './bank-layouts.ts';

/** 'note' for a row that only says a balance, 'provisional' for one that the bank may still change. */
type Kind = 'money' | 'note' | 'provisional' | 'total';

/** What a row of a file says. */
export interface BankRow extends FileRow {
  kind: Kind;
  /** True for a note of the balance at the end. */
  isClosing: boolean;
  /** True if the bank's words say that a payment came back. */
  isReturned: boolean;
  /** As the column writes it, above or below 0. */
  feeCents: number;
}

type FaultyField = 'text' | 'mapping';

export const refuseFile = (field: FaultyField, sentence: string): AppError =>
  new AppError('unprocessable', sentence, { fields: { [field]: sentence } });

const NOTE =
  /^(?:balance )?(?:open(?:ing)?|clos(?:e|ing)|brought forward|carried forward|[bc]\/?f)(?: balance)?$/i;
const CLOSING = /^(?:balance )?(?:clos|carried|c\/?f)/i;
const PROVISIONAL = /^provisional\b/i;
const TOTAL = /^(?:grand )?totals?:?$/i;
const RETURNED = /\b(?:unpaid|returned|r\/d|reversal|reversed|dishonou?red|refer to drawer)\b/i;

/** What a spreadsheet makes of a long number; its digits are lost. */
const LOST_NUMBER = /^\d[.,]\d+E\+\d+$/i;

/** Returns the joined text of columns. */
export const textOf = ({ cells }: CsvRow, places: readonly number[] = []): string => {
  const texts = places
    .map((place) => (cells[place] ?? '').replace(/^'(.*)'$/, '$1').trim())
    .filter((text) => text !== '' && !LOST_NUMBER.test(text));

  return [...new Set(texts)].join(BETWEEN_COLUMNS);
};

const cellOf = ({ cells }: CsvRow, places: readonly number[] | undefined): string =>
  cells[places?.[0] ?? -1] ?? '';

/** Returns undefined for text that is no amount. */
const centsOf = (row: CsvRow, places: readonly number[] | undefined): number | undefined => {
  const cell = cellOf(row, places);

  return cell === '' || cell === '-' ? 0 : readCents(cell);
};

const kindOf = (texts: readonly string[]): Kind | undefined => {
  const is = (pattern: RegExp) => texts.some((text) => pattern.test(text));
  if (is(NOTE)) {
    return 'note';
  }

  return is(PROVISIONAL) ? 'provisional' : is(TOTAL) ? 'total' : undefined;
};

/** Returns the cells of a column that are not empty. */
export const cellsOf = (rows: readonly CsvRow[], places: readonly number[] | undefined): string[] =>
  rows.map((row) => cellOf(row, places)).filter((cell) => cell !== '');

interface Reading extends DayReading {
  /** True if an amount without a mark is money out. */
  isOutUnmarked: boolean;
  /** The field of the form whose fault a row is that cannot be read. */
  field: FaultyField;
}

/** Makes the reader of the rows under a header. It returns undefined for a row that says nothing about money. */
export const makeRowReader = ({ columns, record }: Layout, reading: Reading) => {
  const { field, isOutUnmarked } = reading;
  const { date, amount, credit, debit, balance } = columns;
  const width = 1 + Math.max(...[date, amount, credit, debit, balance].flatMap((places) => places ?? []));

  const amountOf = (row: CsvRow): number | undefined => {
    const [signed, moneyIn, moneyOut] = [amount, credit, debit].map((places) => centsOf(row, places));

    if (signed === undefined || moneyIn === undefined || moneyOut === undefined) {
      return undefined;
    }
    const isOut = isOutUnmarked && !/cr$/i.test(cellOf(row, amount));

    // Banks write a column of money out with minus signs and without.
    return (isOut ? -signed : signed) + moneyIn - Math.abs(moneyOut);
  };
  /** Returns the kind of a row with an amount or a balance. A client may write 'Total' or 'Opening balance'. */
  const rowKind = (row: CsvRow, isOfRecord: boolean, day: string | undefined): Kind | undefined => {
    if (!isOfRecord || day === undefined) {
      return kindOf(row.cells);
    }
    const kind = record
      ? 'money'
      : kindOf((columns.description ?? []).map((place) => row.cells[place] ?? ''));

    return kind === undefined || kind === 'total' ? 'money' : kind;
  };
  const requireMoney = (row: CsvRow, day: string | undefined, cents: number | undefined) => {
    if (day === undefined) {
      throw refuseFile(field, `The date of row ${row.row} cannot be read.`);
    }
    if (row.cells.length < width) {
      throw refuseFile(field, `Row ${row.row} ends too early. Is the file complete?`);
    }
    for (const [name, figure] of [
      ['amount', cents],
      ['fee', centsOf(row, columns.fee)],
      ['balance', centsOf(row, balance)],
    ] as const) {
      if (figure === undefined) {
        throw refuseFile(field, `The ${name} of row ${row.row} cannot be read.`);
      }
    }
  };

  return (row: CsvRow): BankRow | undefined => {
    const isOfRecord = record?.test(row.cells[0] ?? '') ?? true;
    const day = readDay(cellOf(row, date), reading);
    const cents = amountOf(row);
    const balanceCents = cellOf(row, balance) === '' ? null : (centsOf(row, balance) ?? null);
    const named = rowKind(row, isOfRecord, day);
    // A note of a balance moves no other amount.
    const isMoney = named === 'note' && day !== undefined && cents && balanceCents !== null;
    const kind = isMoney && cents !== balanceCents ? 'money' : named;
    if (kind === undefined && !(isOfRecord && cents)) {
      return undefined;
    }
    if (kind === undefined || kind === 'money') {
      requireMoney(row, day, cents);
    }

    return {
      row: row.row,
      kind: kind ?? 'money',
      date: day ?? '',
      description: textOf(row, columns.description),
      reference: textOf(row, columns.reference) || null,
      amountCents: cents ?? 0,
      balanceCents,
      feeCents: (kind ?? 'money') === 'money' ? (centsOf(row, columns.fee) ?? 0) : 0,
      isClosing: row.cells.some((cell) => CLOSING.test(cell)),
      isReturned: row.cells.some((cell) => RETURNED.test(cell)),
    };
  };
};
