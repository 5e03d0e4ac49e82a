import type { LinkProps } from '@tanstack/react-router';

/** The books besides the control account, as the address names them. */
export const BOOKS = ['bank', 'review', 'closings', 'vat'] as const;
export type Book = (typeof BOOKS)[number];

/** Changes the address of Bookkeeping; another list begins at its first page. */
export const linkInBooks = (change: object): LinkProps => ({
  to: '/admin',
  search: (shown: object) => ({ ...shown, page: undefined, ...change }),
});
