/** The limits and choices of bank files, apart from those that first screens load. */

/** The limits of a bank's file (D63); the second is of the text when it is escaped twice on its way to the function. */
export const BANK_FILE_BYTES_MAX = 2 * 1024 * 1024;
export const BANK_FILE_ESCAPED_BYTES_MAX = 5.5 * 1024 * 1024;
export const BANK_FILE_LINES_MAX = 10_000;
/** The formats of the files that are read: tables, and OFX as SGML or XML. */
export const BANK_FILE_FORMATS = ['csv', 'ofx'] as const;
/** Most lines of a page, and most files. */
export const BANK_LINES_SHOWN = 50;
export const BANK_FILES_SHOWN = 20;
/** Most clients who are proposed for a line. */
export const BANK_PROPOSALS_MAX = 3;
/** Most parts of one line, and most payments joined with one. */
export const BANK_PARTS_MAX = 50;
/**
 * The largest share of payments that may be the fee of the line which joins them. Card machines keep up to 3.4 % and VAT
 * (Yoco's Core Plan of 2026, support.yoco.help); the rest is room for minimum fees.
 */
export const BANK_FEE_SHARE_MAX = 0.1;
/** What can become of money that nobody can place. */
export const RECEIPT_KINDS = ['in', 'moved', 'sent-back'] as const;
/** The first words of the reasons by which the bank's words name a client by number. */
export const BANK_NUMBER_REASONS = { owNumber: 'OW number', invoice: 'Invoice' } as const;
/** The first words of a line that another file may have brought; ignored, it is no money of its own. */
export const PERHAPS_IN_FILE = 'Perhaps in the file of';
/** Why a payment is reversed that the bank took back, unless an administrator says more. */
export const BANK_RETURN_REASON = 'Returned by the bank';
/** The ways in which the column of a bank's file writes a day. */
export const BANK_DATE_FORMATS = [
  'YYYY/MM/DD',
  'YYYY-MM-DD',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD/MM',
  'YYYYMMDD',
  'DD MMM YYYY',
  'DDMMMYYYY',
] as const;
/** The two ways in which a file whose days can be read both ways may mean them (D63). */
export const BANK_DAY_ORDERS = ['days-first', 'months-first'] as const;
/** Number of columns whose texts are a line's description, and of those that are its reference. */
export const BANK_TEXT_COLUMNS_MAX = 4;
/** A column 'in or out' tells of one column of amounts. */
export const IN_OR_OUT_OF_AMOUNT = 'Choose the column of the amount, of which another says in or out';
/** Number of rows that a preview shows. */
export const BANK_PREVIEW_ROWS = 20;
/** What becomes of a row of a file: a line of money in, a line of money that the bank took back, or only a figure. */
export const BANK_ROW_FATES = ['line', 'returned', 'out', 'pending'] as const;

/** The clients whom an amount fits exactly that are offered before anything is typed. */
export const PAYERS_SHOWN = 10;
