import { decimalFromCents } from '#shared/money.ts';

/** An amount in cents is written with two decimals. */
export type Cell = string | number | { cents: number } | null;

/**
 * The places where a spreadsheet may begin a cell and run its text as a formula (OWASP, "CSV Injection"): the start of
 * a text, and after each separator, tab or line break in it, because a South African Excel separates cells at
 * semicolons and not at commas. Spaces and quotes before the formula do not prevent it. = + - @ have full-width forms.
 */
const FORMULA_START = /(^|[,;\t\r\n])([\s"]*)(?=[=+\-@＝＋－＠])/g;

const NEEDS_QUOTES = /[",;\t\r\n]/;

const toField = (cell: Cell): string => {
  if (typeof cell === 'number') {
    return String(cell);
  }
  if (typeof cell === 'object' && cell !== null) {
    return decimalFromCents(cell.cents);
  }

  const harmless = (cell ?? '').replace(FORMULA_START, "$1$2'");

  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/**
 * Returns a record of RFC 4180 with its line break. Text that a spreadsheet would take for a formula gets an
 * apostrophe.
 */
export const toCsvRecord = (cells: readonly Cell[]): string => `${cells.map(toField).join(',')}\r\n`;

/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A Lambda may answer at most 6 MB, and base64 turns three bytes into four. */
export const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** Returns the bytes of a file of these records, in UTF-8. */
export const toCsvFile = (records: readonly string[]): Uint8Array =>
  new TextEncoder().encode(BYTE_ORDER_MARK + records.join(''));
