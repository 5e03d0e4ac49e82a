import { Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { OwnUser } from '#shared/contract/auth.ts';
import { lazyPart } from '../components/loading/lazy-part.tsx';
import type { AccountTab } from '../features/account/account-search.ts';
import { AccountTabs } from '../features/account/account-tabs.tsx';
import { PasswordCard } from '../features/account/password-card.tsx';
import { usePreload } from '../lib/browser/use-preload.ts';

const OwnFactors = lazyPart(() => import('../features/factors/own-factors.tsx'), 'OwnFactors');
const OwnSessions = lazyPart(() => import('../features/sessions/own-sessions.tsx'), 'OwnSessions');
export const OwnMails = lazyPart(() => import('../features/mails/own-mails.tsx'), 'OwnMails');

const Security = {
  preload: async () => {
    await Promise.all([OwnFactors.preload(), OwnSessions.preload()]);
  },
};
const PRELOADED = { 'tab=security': Security, 'tab=mails': OwnMails };

interface OwnAccountProps {
  user: OwnUser;
  /** The open tab, as the address names it. */
  tab: AccountTab;
  details: ReactNode;
  mails: ReactNode;
}

/** The tabs of one's own account in both panels. Without mail, the portal has none to show. */
export const OwnAccount = ({ user, tab, details, mails }: OwnAccountProps) => {
  usePreload(PRELOADED);

  return (
    <AccountTabs
      openTab={tab}
      tabs={[
        { tab: undefined, label: 'Details', content: details },
        {
          tab: 'security',
          label: 'Sign-in and security',
          content: (
            <Stack gap="6">
              <PasswordCard />
              <OwnFactors />
              <OwnSessions />
            </Stack>
          ),
        },
        ...(user.mail === 'off' ? [] : [{ tab: 'mails', label: 'Mails', content: mails } as const]),
      ]}
    />
  );
};
