/**
 * The rows of a bank reconciliation between the files' two balances (D63): what the money of a month's lines was at the
 * end of the month, and then what the bank took back, charged and paid out.
 */
export const RECONCILIATION_ROWS = [
  'receipts',
  'later',
  'unidentified',
  'sentBack',
  'open',
  'ignored',
  'returned',
  'returnedOpen',
  'joinedFees',
  'fees',
  'other',
] as const;

/** Where the bank has the receipts that the books enter in a month; one without a line has no bank account. */
export const BOOK_RECEIPT_ROWS = [
  'withLine',
  'lineBefore',
  'lineAfter',
  'typed',
  'undone',
  'purged',
] as const;

/** The rows that open what they consist of. */
export const RECONCILIATION_LISTS = [...RECONCILIATION_ROWS, ...BOOK_RECEIPT_ROWS] as const;

export const RECONCILIATION_ITEMS_SHOWN = 50;
