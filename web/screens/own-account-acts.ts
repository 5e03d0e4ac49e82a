import type { OwnUser } from '#shared/contract/auth.ts';
import { mayChangeAddress } from '../features/account/may-change-address.ts';
import { OWN_DIALOGS } from '../features/account/own-dialogs.ts';
import type { Act } from '../lib/acts/act.ts';
import { dialogAct } from '../lib/address/dialogs.ts';
import { linkToOwnForm } from '../lib/address/own-links.ts';

/** What people do with their own account. */
export const actsOfOwnAccount = (user: Pick<OwnUser, 'mail' | 'user_role'> | undefined): Act[] => {
  const actOf = (name: keyof typeof OWN_DIALOGS, { user_role }: Pick<OwnUser, 'user_role'>): Act => ({
    ...dialogAct(OWN_DIALOGS, name),
    // The palette goes to the page of the account, too.
    link: linkToOwnForm(user_role, name),
  });

  return user
    ? [actOf('own.password', user), ...(mayChangeAddress(user) ? [actOf('own.email', user)] : [])]
    : [];
};
