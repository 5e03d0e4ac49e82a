import { Grid, Skeleton, Stack } from '@chakra-ui/react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { OwnUser } from '#shared/contract/auth.ts';
import { lazyPart } from '../components/lazy-part.tsx';
import { ACCOUNT_FORMS, AccountDialogs } from '../features/account/account-dialogs.tsx';
import { AccountTabs } from '../features/account/account-tabs.tsx';
import { EmailCard } from '../features/account/email-card.tsx';
import { FixedDetails } from '../features/account/fixed-details.tsx';
import { MailSwitch } from '../features/account/mail-switch.tsx';
import { PasswordCard } from '../features/account/password-card.tsx';
import { usePreload } from '../lib/use-preload.ts';
import { OwnMails, OwnSessions } from './own-parts.tsx';

const PRELOADED = { 'tab=security': OwnSessions, 'tab=mails': OwnMails, ...ACCOUNT_FORMS };

const route = getRouteApi('/client');

/** Loaded after the other cards, because the form brings the schemas. */
const DetailsForm = lazyPart(() => import('../features/account/details-form.tsx'), 'DetailsForm', {
  waiting: <Skeleton h={{ base: '51.5rem', sm: '33rem' }} borderRadius="l3" />,
});
const ChangeDetails = lazyPart(() => import('../features/tickets/change-details.tsx'), 'ChangeDetails', {
  waiting: '\u00A0',
});

/** True for the addresses under which the form of the details stays on the screen. */
const showsDetails = ({ section, tab }: Record<string, unknown>) =>
  section === 'profile' && tab === undefined;

const Details = ({ user }: { user: OwnUser }) => (
  <Grid templateColumns={{ base: '1fr', xl: '2fr 1fr' }} gap="4" alignItems="start">
    <DetailsForm key={user.User_Id} user={user} isShownAt={showsDetails} />
    <Stack gap="4" minW="0">
      <EmailCard user={user} />
      <FixedDetails user={user} howToChange={<ChangeDetails />} />
    </Stack>
  </Grid>
);

/** What clients see and change of their own account. */
export const ClientProfile = ({ user }: { user: OwnUser }) => {
  const { tab, change } = route.useSearch();
  const navigate = useNavigate({ from: '/client' });
  usePreload(PRELOADED);

  return (
    <>
      <AccountTabs
        openTab={tab}
        tabs={[
          { tab: undefined, label: 'Details', content: <Details user={user} /> },
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
          ...(user.mail === 'off'
            ? []
            : [
                {
                  tab: 'mails',
                  label: 'Mails',
                  content: (
                    <Stack gap="6">
                      <MailSwitch user={user} />
                      <OwnMails />
                    </Stack>
                  ),
                } as const,
              ]),
        ]}
      />
      <AccountDialogs
        user={user}
        change={change}
        onClose={() =>
          void navigate({
            to: '/client',
            search: (shown) => ({ ...shown, change: undefined }),
            replace: true,
            resetScroll: false,
          })
        }
      />
    </>
  );
};
