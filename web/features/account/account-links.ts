import type { LinkProps } from '@tanstack/react-router';
import type { ACCOUNT_CHANGES } from './account-search.ts';

/** The address of a form over the screen that is shown; the same in both panels. */
export const linkToChange = (change: (typeof ACCOUNT_CHANGES)[number]): LinkProps => ({
  to: '.',
  search: (shown: object) => ({ ...shown, change }),
  resetScroll: false,
});
