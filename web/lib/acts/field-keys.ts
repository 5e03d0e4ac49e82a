import type { Act } from './act.ts';

type KeyLine = Pick<Act, 'id' | 'label' | 'keys'>;

/** What keys do in the field of a search and of the palette. */
export const SEARCH_KEYS: readonly KeyLine[] = [
  { id: 'found.choose', label: 'Choose a result', keys: '↑ ↓' },
  { id: 'found.open', label: 'Open it', keys: 'Enter' },
  { id: 'found.close', label: 'Close', keys: 'Esc' },
];

/** What keys do in the palette of an administrator besides. */
export const PALETTE_KEYS: readonly KeyLine[] = [
  { id: 'palette.more', label: 'More actions on the result', keys: '→' },
  { id: 'palette.back', label: 'Back, in the empty field', keys: 'Backspace' },
];

export const INVOICE_FORM_KEYS: readonly KeyLine[] = [
  { id: 'line.next', label: 'Invoice form: next field, after the last amount a new line', keys: 'Enter' },
];

/** What a key does in the form of a payment, where two buttons save. */
export const PAYMENT_FORM_KEYS: readonly KeyLine[] = [
  { id: 'payment.next', label: 'Record the payment and go on to the next', keys: 'Ctrl Enter' },
];

/** `sends` is the modifier of the person's keyboard. */
export const replyKeys = (modifier: string): readonly KeyLine[] => [
  { id: 'reply.send', label: 'Send the reply', keys: `${modifier} Enter` },
];

export const TOAST_KEYS: readonly KeyLine[] = [
  { id: 'toast.focus', label: 'Go to the notification', keys: 'F8' },
];
