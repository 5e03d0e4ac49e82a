import { Dialog, HStack, Skeleton, Stack, Tabs, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lazyPart } from '../components/lazy-part.tsx';
import { Modal } from '../components/modal.tsx';
import { InvoicesTab } from '../features/invoices/invoices-tab.tsx';
import { ServicesTab } from '../features/services/services-tab.tsx';
import { userQuery } from '../features/users/api/read-user.ts';
import { ClientInformation } from '../features/users/client-information.tsx';
import { isMissingUser, MissingUser } from '../features/users/missing-user.tsx';
import { RoleBadge, UserStatusBadge } from '../features/users/user-badges.tsx';
import { fullName } from '../lib/full-name.ts';
import type { AdminSearch } from './admin-search.ts';

const ClientInvoiceForm = lazyPart(() => import('./client-invoice-form.tsx'), 'ClientInvoiceForm');

const ClientInvoices = ({ userId }: { userId: number }) => {
  const { data: client } = useQuery(userQuery(userId));

  return (
    <InvoicesTab
      userId={userId}
      clientName={client ? `${fullName(client)} (${client.OWNumber})` : 'The client'}
      Form={ClientInvoiceForm}
    />
  );
};

const INFORMATION = 'information';

const TABS: readonly {
  tab: AdminSearch['tab'];
  label: string;
  Content: (props: { userId: number }) => ReactNode;
}[] = [
  { tab: undefined, label: 'Client Information', Content: ClientInformation },
  { tab: 'services', label: 'Active Services', Content: ServicesTab },
  { tab: 'invoices', label: 'Invoices', Content: ClientInvoices },
];

const ClientTitle = ({ userId }: { userId: number }) => {
  const { data: user, error } = useQuery(userQuery(userId));
  if (error && !user) {
    return 'Client';
  }

  return (
    <Stack direction={{ base: 'column', md: 'row' }} gap={{ base: '0', md: '2' }} align={{ md: 'center' }}>
      <Text as="span" minW="0">
        {user ? fullName(user) : 'Client'}
      </Text>
      <HStack as="span" gap="2" minH="7" flexShrink="0">
        {user ? (
          <>
            <Text as="span" color="fg.muted" fontWeight="normal" textStyle="number">
              {user.OWNumber}
            </Text>
            <UserStatusBadge status={user.User_Status} />
            {user.user_role === 'admin' && <RoleBadge userRole="admin" />}
          </>
        ) : (
          <Skeleton as="span" height="5" width="9rem" />
        )}
      </HStack>
    </Stack>
  );
};

interface ClientDetailDialogProps {
  userId: number;
  tab: AdminSearch['tab'];
  onClose: () => void;
}

const ClientTabs = ({ userId, openTab }: { userId: number; openTab: AdminSearch['tab'] }) => (
  // The links navigate by themselves; without `null` the tabs would also reload the whole page.
  <Tabs.Root value={openTab ?? INFORMATION} navigate={null} lazyMount unmountOnExit display="contents">
    <Tabs.List px={{ base: '3', md: '6' }} overflowX="auto" flexShrink="0">
      {TABS.map(({ tab, label }) => (
        <Tabs.Trigger
          key={label}
          value={tab ?? INFORMATION}
          px={{ base: '2', md: '4' }}
          whiteSpace="nowrap"
          outlineOffset="-2px"
          asChild
        >
          <Link from="/admin" to="/admin" search={(shown) => ({ ...shown, tab })} replace>
            {label}
          </Link>
        </Tabs.Trigger>
      ))}
    </Tabs.List>
    <Dialog.Body minH={{ md: '26rem' }}>
      {TABS.map(({ tab, label, Content }) => (
        <Tabs.Content key={label} value={tab ?? INFORMATION} pt="4">
          <Content userId={userId} />
        </Tabs.Content>
      ))}
    </Dialog.Body>
  </Tabs.Root>
);

/** Everything about one client, in three tabs; the address names the open one. */
export const ClientDetailDialog = ({ userId, tab, onClose }: ClientDetailDialogProps) => {
  const { error } = useQuery(userQuery(userId));

  return (
    <Modal title={<ClientTitle userId={userId} />} size="wide" onClose={onClose}>
      {isMissingUser(error) ? (
        <Dialog.Body>
          <MissingUser error={error} onClose={onClose} />
        </Dialog.Body>
      ) : (
        <ClientTabs userId={userId} openTab={tab} />
      )}
    </Modal>
  );
};
