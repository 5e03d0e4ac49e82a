type Cell = string | number | null;

/**
 * Where a spreadsheet may begin a cell whose text it then runs as a formula (OWASP, "CSV Injection"): at the start of
 * a text and after each separator, tab or line break in it, because a South African Excel parts cells at semicolons
 * and not at commas. Spaces and quotes before the formula do not hold it back. = + - @ have full-width forms.
 */
const FORMULA_START = /(^|[,;\t\r\n])([\s"]*)(?=[=+\-@＝＋－＠])/g;

const NEEDS_QUOTES = /[",;\t\r\n]/;

const toField = (cell: Cell): string => {
  if (typeof cell === 'number') {
    return String(cell);
  }

  const harmless = (cell ?? '').replace(FORMULA_START, "$1$2'");

  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** A record of RFC 4180 with its line break. What a spreadsheet would take for a formula gets an apostrophe. */
export const toCsvRecord = (cells: readonly Cell[]): string => `${cells.map(toField).join(',')}\r\n`;

/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
