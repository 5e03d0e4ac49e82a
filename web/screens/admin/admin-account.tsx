import { Button, SimpleGrid } from '@chakra-ui/react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import type { OwnUser } from '#shared/contract/auth.ts';
import { Fact, Facts } from '../../components/facts/facts.tsx';
import { SettingCard } from '../../components/facts/setting-card.tsx';
import { ACCOUNT_TABS } from '../../features/account/account-search.ts';
import { EmailCard } from '../../features/account/email-card.tsx';
import { USER_DIALOGS } from '../../features/users/user-dialogs.ts';
import { linkToDialog } from '../../lib/address/dialogs.ts';
import { fullName } from '../../lib/words/full-name.ts';
import { OwnAccount, OwnMails } from '../own-account.tsx';
import { paramsOf } from './admin-address.ts';

const route = getRouteApi('/admin');

/** Opens the dialog in which administrators change the details of any user. */
const editLinkOf = ({ User_Id }: OwnUser) =>
  linkToDialog('user.edit', USER_DIALOGS['user.edit'], { client: User_Id, subject: User_Id });

const Details = ({ user }: { user: OwnUser }) => (
  <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4" alignItems="start">
    <SettingCard title="Your details">
      <Facts>
        <Fact name="Full name">{fullName(user)}</Fact>
        <Fact name="OW number">{user.OWNumber}</Fact>
      </Facts>
      <Button asChild size="sm" variant="outline">
        <Link {...editLinkOf(user)}>
          <Pencil aria-hidden /> Edit your details
        </Link>
      </Button>
    </SettingCard>
    <EmailCard user={user} />
  </SimpleGrid>
);

/** What administrators see and change of their own account. They change their details in the dialog that edits any user. */
export const AdminAccount = ({ user }: { user: OwnUser }) => {
  const search = route.useSearch();
  const { tab } = paramsOf('account', search);

  return (
    <OwnAccount
      user={user}
      // Over an open record the address names the record's tab.
      tab={search.client ? undefined : ACCOUNT_TABS.find((one) => one === tab)}
      details={<Details user={user} />}
      mails={<OwnMails />}
    />
  );
};
