/** The forms about money that the address can open in a client's record. */
export const MONEY_FORMS = ['payment', 'refund', 'correction'] as const;
export type MoneyForm = (typeof MONEY_FORMS)[number];

/** The frame of the reversal until its payment is known. */
export const REVERSAL_FRAME = {
  title: 'Reverse this payment?',
  height: { base: '16.75rem', md: '14.5rem' },
} as const;
