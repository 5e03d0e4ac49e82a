import { AtSign, KeyRound } from 'lucide-react';
import type { OwnUser } from '#shared/contract/auth.ts';
import { mayChangeAddress } from '../features/account/account-links.ts';
import type { Act } from '../lib/act.ts';
import { linkToOwnForm } from '../lib/own-links.ts';

/** What people do with their own account. */
export const actsOfOwnAccount = (user: Pick<OwnUser, 'mail' | 'user_role'> | undefined): Act[] =>
  user
    ? [
        {
          id: 'own.password',
          label: 'Change password',
          icon: KeyRound,
          link: linkToOwnForm(user.user_role, 'password'),
        },
        ...(mayChangeAddress(user)
          ? [
              {
                id: 'own.address',
                label: 'Change address',
                synonyms: 'email',
                icon: AtSign,
                link: linkToOwnForm(user.user_role, 'email'),
              },
            ]
          : []),
      ]
    : [];
