/** The books besides the control account, as the address names them. */
export const BOOKS = ['closings', 'vat'] as const;
export type Book = (typeof BOOKS)[number];
