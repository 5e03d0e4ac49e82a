import { Button, SimpleGrid, Stack } from '@chakra-ui/react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import type { OwnUser } from '#shared/contract/auth.ts';
import { Fact, Facts } from '../components/facts.tsx';
import { ACCOUNT_FORMS, AccountDialogs } from '../features/account/account-dialogs.tsx';
import { AccountTabs } from '../features/account/account-tabs.tsx';
import { EmailCard } from '../features/account/email-card.tsx';
import { PasswordCard } from '../features/account/password-card.tsx';
import { SettingCard } from '../features/account/setting-card.tsx';
import { fullName } from '../lib/full-name.ts';
import { usePreload } from '../lib/use-preload.ts';
import { OwnMails, OwnSessions } from './own-parts.tsx';

const PRELOADED = { 'tab=security': OwnSessions, 'tab=mails': OwnMails, ...ACCOUNT_FORMS };

const route = getRouteApi('/admin');

const Details = ({ user }: { user: OwnUser }) => (
  <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4" alignItems="start">
    <SettingCard title="Your details">
      <Facts>
        <Fact name="Full name">{fullName(user)}</Fact>
        <Fact name="OW number">{user.OWNumber}</Fact>
      </Facts>
      <Button asChild size="sm" variant="outline">
        <Link
          from="/admin"
          to="/admin"
          search={(shown) => ({ ...shown, edit: user.User_Id })}
          resetScroll={false}
        >
          <Pencil aria-hidden /> Edit your details
        </Link>
      </Button>
    </SettingCard>
    <EmailCard user={user} />
  </SimpleGrid>
);

/** What administrators see and change of their own account. They change their details in User Management. */
export const AdminAccount = ({ user }: { user: OwnUser }) => {
  const { tab, client, change } = route.useSearch();
  const navigate = useNavigate({ from: '/admin' });
  usePreload(PRELOADED);

  return (
    <>
      <AccountTabs
        // Over an open record the address names the record's tab.
        openTab={client || (tab !== 'security' && tab !== 'mails') ? undefined : tab}
        tabs={[
          { tab: undefined, label: 'Account', content: <Details user={user} /> },
          {
            tab: 'security',
            label: 'Password and sessions',
            content: (
              <Stack gap="6" maxW="48rem">
                <PasswordCard />
                <OwnSessions />
              </Stack>
            ),
          },
          ...(user.mail === 'off' ? [] : [{ tab: 'mails', label: 'Mails', content: <OwnMails /> } as const]),
        ]}
      />
      <AccountDialogs
        user={user}
        change={change}
        onClose={() =>
          void navigate({
            to: '/admin',
            search: (shown) => ({ ...shown, change: undefined }),
            replace: true,
            resetScroll: false,
          })
        }
      />
    </>
  );
};
