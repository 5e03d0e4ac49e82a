import type { CsvRow } from '#functions/documents/read-csv.ts';
import { type DayReading, readCents, readDay } from '#shared/bank/bank-cells.ts';
import { readInOrOut } from '#shared/bank/bank-columns.ts';
import { AppError } from '#shared/errors.ts';
import { BETWEEN_COLUMNS, type FileRow } from './bank-file.ts';
import type { Layout } from './bank-layouts.ts';
import {
  isPendingStatus,
  type Kind,
  kindOfTexts,
  saysClosing,
  saysReturned,
  statusOf,
} from './bank-row-kinds.ts';
import type { Figures } from './bank-signs.ts';
import { looksLikeMoney } from './row-shapes.ts';

/** What a row of a file says, before it is known how the file writes money in and money out. */
export interface TableRow extends Omit<FileRow, 'amountCents'> {
  kind: Kind;
  figures: Figures;
  /** True if 'Cr' or 'Kt' stands behind the balance. */
  isBalanceMarked: boolean;
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

export const NO_TRANSACTIONS = 'The file has no transactions.';
export const ONLY_PENDING = 'The rows of this file are still pending, so there is nothing to read yet.';

const QUOTED_LENGTH = 200;

/** Returns so much of a file's text as a sentence may quote. */
export const quoteFile = (text: string): string => text.slice(0, QUOTED_LENGTH);

/** What a spreadsheet makes of a long number; its digits are lost. */
const LOST_NUMBER = /^\d[.,]\d+E\+\d+$/i;

/** Returns the joined text of columns. */
export const textOf = ({ cells }: CsvRow, places: readonly number[] = []): string => {
  const texts = places
    .map((place) => (cells[place] ?? '').replace(/^'(.*)'$/, '$1').trim())
    .filter((text) => text !== '' && !LOST_NUMBER.test(text));

  return [...new Set(texts)].join(BETWEEN_COLUMNS);
};

export const cellOf = ({ cells }: CsvRow, places: readonly number[] | undefined): string =>
  cells[places?.[0] ?? -1] ?? '';

/** Returns the cells of a column that are not empty. */
export const cellsOf = (rows: readonly CsvRow[], places: readonly number[] | undefined): string[] =>
  rows.map((row) => cellOf(row, places)).filter((cell) => cell !== '');

/** Returns undefined for text that is no amount. */
const centsOf = (cell: string): number | undefined => (cell === '' || cell === '-' ? 0 : readCents(cell));

/** Banks write a letter or a star behind a fee, for its kind or its VAT. */
const centsOfFee = (cell: string): number | undefined =>
  centsOf(cell.replace(/(?<=\d)\s*(?:\*+|[A-Z])$/, ''));

const MARKED_IN = /(?:cr|kt|\+)$|^(?:R|ZAR)? ?\+/i;
const SIGNED = /^[-−+(]|^R ?[-−]|[-−+)]$|(?:cr|dr|kt|dt)$/i;

const readFigures = (row: CsvRow, { columns }: Layout): Figures | undefined => {
  const [amount, credit, debit] = [columns.amount, columns.credit, columns.debit].map((places) =>
    centsOf(cellOf(row, places)),
  );
  const written = cellOf(row, columns.amount);

  return amount === undefined || credit === undefined || debit === undefined
    ? undefined
    : {
        row: row.row,
        amount,
        credit,
        debit,
        isMarkedIn: MARKED_IN.test(written),
        isSigned: SIGNED.test(written),
        said: readInOrOut(cellOf(row, columns.inOrOut)),
      };
};

const NO_FIGURES = { amount: 0, credit: 0, debit: 0, isMarkedIn: false, isSigned: false, said: undefined };

/** True if any of the columns of amounts has a figure. */
const movesMoney = ({ amount, credit, debit }: Figures): boolean =>
  amount !== 0 || credit !== 0 || debit !== 0;

const STATUS_HEAD = /\b(?:type|status|state|tipe)\b/;

/** Tells the cells in which a bank, and no client, says what a row is. */
const makeStatusReader = ({ columns, header }: Layout) => {
  const read = new Set(Object.values(columns).flatMap((places) => places ?? []));
  const heads = header.split('|');

  return ({ cells }: CsvRow): string[] =>
    cells.flatMap((cell, place) => {
      const head = heads[place] ?? '';

      return !read.has(place) || STATUS_HEAD.test(head) ? [statusOf(cell, head)] : [];
    });
};

interface Reading extends DayReading {
  /** The field of the form whose fault a row is that cannot be read. */
  field: FaultyField;
}

/** Makes the reader of the rows under a header. It returns undefined for a row that says nothing about money. */
export const makeRowReader = (layout: Layout, reading: Reading) => {
  const { columns, record } = layout;
  const { field } = reading;
  const { date, amount, credit, debit, balance } = columns;
  const width = 1 + Math.max(...[date, amount, credit, debit, balance].flatMap((places) => places ?? []));

  const readStatus = makeStatusReader(layout);
  const isPending = (row: CsvRow): boolean => isPendingStatus(readStatus(row));
  /** True if the bank has not given a row its day and balance yet; the day of the purchase stands in another column. */
  const isUnposted = (row: CsvRow): boolean =>
    balance !== undefined && cellOf(row, date) === '' && cellOf(row, balance) === '' && looksLikeMoney(row);
  /** Returns the kind of a row with an amount or a balance. A client may write 'Total' or 'Opening balance'. */
  const rowKind = (row: CsvRow, isOfRecord: boolean, day: string | undefined): Kind | undefined => {
    if (!isOfRecord || day === undefined) {
      return (
        kindOfTexts(row.cells) ?? (isOfRecord && (isPending(row) || isUnposted(row)) ? 'pending' : undefined)
      );
    }
    if (record) {
      return 'money';
    }
    const kind = kindOfTexts((columns.description ?? []).map((place) => row.cells[place] ?? ''));
    if (kind !== 'note' && isPending(row)) {
      return 'pending';
    }

    return kind === undefined || kind === 'total' ? 'money' : kind;
  };
  const requireMoney = (row: CsvRow, day: string | undefined, figures: Figures | undefined) => {
    const said = cellOf(row, columns.inOrOut);
    if (day === undefined) {
      throw refuseFile(field, `The date of row ${row.row} cannot be read.`);
    }
    if (row.cells.length < width) {
      throw refuseFile(field, `Row ${row.row} ends too early. Is the file complete?`);
    }
    for (const [name, figure] of [
      ['amount', figures],
      ['fee', centsOfFee(cellOf(row, columns.fee))],
      ['balance', centsOf(cellOf(row, balance))],
    ] as const) {
      if (figure === undefined) {
        throw refuseFile(field, `The ${name} of row ${row.row} cannot be read.`);
      }
    }
    if (columns.inOrOut && figures?.amount && figures.said === undefined) {
      throw refuseFile(
        field,
        `Row ${row.row} has ${said ? `‘${quoteFile(said)}’` : 'nothing'} where it should say in or out, such as CREDIT or DEBIT.`,
      );
    }
  };

  return (row: CsvRow): TableRow | undefined => {
    const isOfRecord = record?.test(row.cells[0] ?? '') ?? true;
    const day = readDay(cellOf(row, date), reading);
    const figures = readFigures(row, layout);
    const cents = figures && Math.abs(figures.amount + figures.credit - Math.abs(figures.debit));
    const written = cellOf(row, balance);
    const balanceCents = written === '' ? null : (centsOf(written) ?? null);
    const named = rowKind(row, isOfRecord, day);
    // A note of a balance moves no other amount.
    const isMoney = named === 'note' && day !== undefined && cents && balanceCents !== null;
    const kind = isMoney && cents !== Math.abs(balanceCents) ? 'money' : named;
    if (kind === undefined && !(isOfRecord && figures && movesMoney(figures))) {
      return undefined;
    }
    if (kind === undefined || kind === 'money') {
      requireMoney(row, day, figures);
    }

    return {
      row: row.row,
      kind: kind ?? 'money',
      date: day ?? '',
      description: textOf(row, columns.description),
      reference: textOf(row, columns.reference) || null,
      figures: figures ?? { row: row.row, ...NO_FIGURES },
      balanceCents,
      isBalanceMarked: MARKED_IN.test(written),
      feeCents: (kind ?? 'money') === 'money' ? (centsOfFee(cellOf(row, columns.fee)) ?? 0) : 0,
      isClosing: saysClosing(row.cells),
      isReturned: saysReturned(row.cells),
    };
  };
};
