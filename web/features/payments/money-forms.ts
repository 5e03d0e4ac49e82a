/** The forms about money that the address can open in a client's record. */
export const MONEY_FORMS = ['payment', 'refund', 'correction'] as const;
export type MoneyForm = (typeof MONEY_FORMS)[number];
