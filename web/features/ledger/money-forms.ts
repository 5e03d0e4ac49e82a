/** The forms about money that the address can open in a client's record. */
export const MONEY_FORMS = [
  'payment',
  'refund',
  'correction',
  'opening-write-off',
  'opening-take-back',
] as const;
export type MoneyForm = (typeof MONEY_FORMS)[number];

/** The acts for which the address opens the palette with 'For which client?'. */
export const ASKING_ACTS = ['payment.new'] as const;
export type AskingAct = (typeof ASKING_ACTS)[number];

export interface MoneyFrame {
  title: string;
  height: { base: string; md: string };
}

/** The frames of the dialogs until their subject is known. */
export const REFUND_FRAME = {
  title: 'Refund credit',
  height: { base: '34.6875rem', md: '28.5rem' },
} as const;

export const REVERSAL_FRAME = {
  title: 'Reverse this payment?',
  height: { base: '30.25rem', md: '27.5rem' },
} as const;

export const MOVE_FRAME = {
  title: 'Move to another client',
  height: { base: '36rem', md: '30rem' },
} as const;

export const ADJUST_TAKE_ON = 'Adjust take-on balance';

export const CORRECTION_FRAME = {
  title: ADJUST_TAKE_ON,
  height: { base: '29.1875rem', md: '28.25rem' },
} as const;

export const PAYMENT_FRAME = {
  title: 'Record payment',
  height: { base: '37rem', md: '29.5rem' },
} as const;

export const WRITE_OFFS_FRAME = {
  title: 'Write off',
  height: { base: '41rem', md: '36.25rem' },
} as const;
