import { Grid, Link, Skeleton, Stack, Text } from '@chakra-ui/react';
import { getRouteApi } from '@tanstack/react-router';
import type { OwnUser } from '#shared/contract/auth.ts';
import { lazyPart } from '../../components/loading/lazy-part.tsx';
import { EmailCard } from '../../features/account/email-card.tsx';
import { FixedDetails } from '../../features/account/fixed-details.tsx';
import { MailSwitch } from '../../features/account/mail-switch.tsx';
import { type Search, useFormAt } from '../../lib/forms/use-form-at.ts';
import { OwnAccount, OwnMails } from '../own-account.tsx';

const route = getRouteApi('/client');

/** Loaded after the other cards, because the form brings the schemas. */
const DetailsForm = lazyPart(() => import('../../features/account/details-form.tsx'), 'DetailsForm', {
  waiting: <Skeleton h={{ base: '51.5rem', sm: '33rem' }} borderRadius="l3" />,
});
const ChangeDetails = lazyPart(() => import('../../features/tickets/change-details.tsx'), 'ChangeDetails', {
  waiting: '\u00A0',
});

const detailsAt = ({ section, tab }: Search) =>
  section === 'profile' && tab === undefined ? 'details' : undefined;

const Details = ({ user }: { user: OwnUser }) => {
  const { shown, isShownAt } = useFormAt(detailsAt);

  return (
    <Grid templateColumns={{ base: '1fr', xl: '2fr 1fr' }} gap="4" alignItems="start">
      {shown && <DetailsForm key={user.User_Id} user={user} isShownAt={isShownAt} />}
      <Stack gap="4" minW="0">
        <EmailCard user={user} />
        <FixedDetails user={user} howToChange={<ChangeDetails />} />
        <Text textStyle="detail">
          How we use your details:{' '}
          <Link href="/privacy" color="brand.fg" fontWeight="semibold">
            Privacy notice
          </Link>
        </Text>
      </Stack>
    </Grid>
  );
};

/** What clients see and change of their own account. */
export const ClientProfile = ({ user }: { user: OwnUser }) => {
  const { tab } = route.useSearch();

  return (
    <OwnAccount
      user={user}
      tab={tab}
      details={<Details user={user} />}
      mails={
        <Stack gap="6">
          <MailSwitch user={user} />
          <OwnMails />
        </Stack>
      }
    />
  );
};
