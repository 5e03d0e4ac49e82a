import type { CreditNoteReason } from '../contract/credit-notes.ts';

export const CREDIT_NOTE_REASON_LABELS: Record<CreditNoteReason, string> = {
  cancelled: 'Cancelled',
  'price-agreed': 'Price agreed anew',
  'not-delivered': 'Not delivered',
  error: 'Error',
  discount: 'Discount',
};
