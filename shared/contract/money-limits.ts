/** The limits and the allowed values about money, apart from those that a first screen also needs. */

/** The kinds of the ledger's entries (D53). */
export const ENTRY_KINDS = [
  'opening',
  'invoice',
  'payment',
  'refund',
  'correction',
  'reversal',
  'credit-note',
  'write-off',
  'write-off-reversal',
  'recovery',
] as const;

/**
 * The entries that an administrator writes besides payments: credit paid back, or a change of the opening balance.
 */
export const CREDIT_CHANGE_KINDS = ['refund', 'correction'] as const;

export const PAYMENT_METHODS = ['eft', 'card', 'cash', 'debit-order', 'other'] as const;

/** Length of a payment's reference and of its note. */
export const PAYMENT_TEXT_LENGTH_MAX = 100;

/** Number of invoices that one payment can name. */
export const NAMED_INVOICES_MAX = 200;

export const NAMED_INVOICES_FULL = `A payment names at most ${NAMED_INVOICES_MAX} invoices`;

/** Length of the reason of a reversal, refund or correction. */
export const REASON_LENGTH_MAX = 255;

export const REASON_REQUIRED = 'Reason is required';

/** Why an invoice is credited; that the client does not pay is none of them (D65). */
export const CREDIT_NOTE_REASONS = [
  'cancelled',
  'price-agreed',
  'not-delivered',
  'error',
  'discount',
] as const;

/** Visible characters of the explanation of a credit note, which the client reads. */
export const EXPLANATION_LENGTH_MIN = 10;

export const EXPLANATION_LENGTH_MAX = 500;

/** Number of clients whose debts are written off at once. */
export const WRITE_OFFS_MAX = 200;

/** The entries of unidentified receipts, which are on no client's account. */
export const RECEIPT_ENTRY_KINDS = [
  'unidentified-in',
  'unidentified-moved',
  'unidentified-sent-back',
] as const;

/** The kinds of items that can be owed or used as credit. Corrections belong to the opening balance. */
export const ITEM_KINDS = ['opening', 'invoice', 'payment', 'refund', 'credit-note'] as const;

export const QUANTITY_MIN = 0.001;

export const QUANTITY_MAX = 99_999.999;
