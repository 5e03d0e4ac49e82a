import type { LinkProps } from '@tanstack/react-router';
import type { OwnUser } from '#shared/contract/auth.ts';
import type { ACCOUNT_CHANGES } from './account-search.ts';

/** Opens a form of the account over the shown screen, in either panel. */
export const linkToChange = (change: (typeof ACCOUNT_CHANGES)[number]): LinkProps => ({
  to: '.',
  search: (shown: object) => ({ ...shown, change }),
  resetScroll: false,
});

/** True if the address can be changed here: the link to a client's new address needs mail. */
export const mayChangeAddress = ({ mail, user_role }: Pick<OwnUser, 'mail' | 'user_role'>): boolean =>
  mail !== 'off' || user_role === 'admin';
