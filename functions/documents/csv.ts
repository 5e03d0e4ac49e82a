import type { CsvForm } from '#shared/contract/fields.ts';
import { dayAfter, formatTime } from '#shared/dates.ts';
import { decimalFromCents } from '#shared/money.ts';

/** A text or a number; an amount in cents, a day such as '2026-11-27' or an instant, null for none. */
export type Cell =
  | string
  | number
  | null
  | { cents: number | null }
  | { day: string | null }
  | { instant: string };

/** An Excel that is set to South Africa separates at semicolons, and reads decimal commas and days with slashes. */
const FORMS: Record<CsvForm, { separator: string; decimalMark: string; dayMark: string }> = {
  excel: { separator: ';', decimalMark: ',', dayMark: '/' },
  programs: { separator: ',', decimalMark: '.', dayMark: '-' },
};

/**
 * The places where a spreadsheet may begin a cell and run its text as a formula (OWASP, "CSV Injection"): the start of
 * a text, and after each separator, tab or line break in it, because a South African Excel separates cells at
 * semicolons and not at commas. Spaces and quotes before the formula do not prevent it. = + - @ have full-width forms.
 */
const FORMULA_START = /(^|[,;\t\r\n])([\s"]*)(?=[=+\-@＝＋－＠])/g;

/** Text that Excel takes for a number and shows without its first zero, rounded or as a power of ten. */
const EXCEL_NUMBER = /^\s*(0\d+|\d{12,}|\d+e\d+)\s*$/i;

const NEEDS_QUOTES = /[",;\t\r\n]/;

const toTextField = (text: string, form: CsvForm): string => {
  const harmless = text.replace(FORMULA_START, "$1$2'");
  const kept = form === 'excel' && EXCEL_NUMBER.test(harmless) ? `'${harmless}` : harmless;

  return NEEDS_QUOTES.test(kept) ? `"${kept.replaceAll('"', '""')}"` : kept;
};

const toField = (cell: Cell, form: CsvForm): string => {
  const { decimalMark, dayMark } = FORMS[form];
  const writeDay = (day: string) => day.replaceAll('-', dayMark);
  if (cell === null) {
    return '';
  }
  if (typeof cell === 'string') {
    return toTextField(cell, form);
  }
  if (typeof cell === 'number') {
    return String(cell).replace('.', decimalMark);
  }
  if ('cents' in cell) {
    return cell.cents === null ? '' : decimalFromCents(cell.cents).replace('.', decimalMark);
  }
  if ('day' in cell) {
    return cell.day === null ? '' : writeDay(cell.day);
  }

  return `${writeDay(dayAfter(new Date(cell.instant), 0))} ${formatTime(cell.instant)}`;
};

/**
 * Returns a record of RFC 4180, in the form for Excel with semicolons, with its line break. Text that a spreadsheet would
 * take for a formula, and Excel for a number, gets an apostrophe.
 */
export const toCsvRecord = (cells: readonly Cell[], form: CsvForm): string =>
  `${cells.map((cell) => toField(cell, form)).join(FORMS[form].separator)}\r\n`;

/** The columns of a file: what stands above each, and how it is read from a row. */
export type Columns<Row> = readonly (readonly [heading: string, read: (row: Row) => Cell])[];

export const toCsvHead = <Row>(columns: Columns<Row>, form: CsvForm): string =>
  toCsvRecord(
    columns.map(([heading]) => heading),
    form,
  );

export const toCsvRow = <Row>(columns: Columns<Row>, row: Row, form: CsvForm): string =>
  toCsvRecord(
    columns.map(([, read]) => read(row)),
    form,
  );

/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A Lambda may answer at most 6 MB, and base64 turns three bytes into four. */
export const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** Returns the bytes of a file of these records, in UTF-8. */
export const toCsvFile = (records: readonly string[]): Uint8Array =>
  new TextEncoder().encode(BYTE_ORDER_MARK + records.join(''));
