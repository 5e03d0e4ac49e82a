type Cell = string | number | null;

/**
 * What a spreadsheet would run as a formula, told by its first character (OWASP, "CSV Injection"): = + - @, a tab or
 * a return, and the full-width forms of the four.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

const NEEDS_QUOTES = /[",\r\n]/;

const toField = (cell: Cell): string => {
  if (typeof cell === 'number') return String(cell);

  const text = cell ?? '';
  const harmless = FORMULA.test(text) ? `'${text}` : text;

  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** A record of RFC 4180 with its line break. A text that a spreadsheet would take for a formula gets an apostrophe. */
export const toCsvRecord = (cells: readonly Cell[]): string => `${cells.map(toField).join(',')}\r\n`;

/** By it spreadsheets know that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
